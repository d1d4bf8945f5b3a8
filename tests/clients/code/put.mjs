import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new PutCommand({
  TableName: "Orders",
  Item: { CustomerId: "C1", OrderId: 4, Total: 19.9, OpenDate: "2024-05-04" },
  ConditionExpression: "attribute_not_exists(#c)",
  ExpressionAttributeNames: { "#c": "CustomerId" },
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
