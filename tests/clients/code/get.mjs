import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new GetCommand({
  TableName: "Orders",
  Key: { CustomerId: "C2", OrderId: 12345678901234567890n },
  ConsistentRead: true,
  ProjectionExpression: "OrderId, #t",
  ExpressionAttributeNames: { "#t": "Total" },
  ReturnConsumedCapacity: "TOTAL",
});
const reply = await client.send(command);
console.log(reply);
