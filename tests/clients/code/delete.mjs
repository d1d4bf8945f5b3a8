import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, DeleteCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new DeleteCommand({
  TableName: "Orders",
  Key: { CustomerId: "C1", OrderId: 3 },
  ReturnValues: "ALL_OLD",
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
