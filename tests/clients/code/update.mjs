import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new UpdateCommand({
  TableName: "Orders",
  Key: { CustomerId: "C1", OrderId: 1 },
  UpdateExpression: "SET #t = #t + :one, Note = :note REMOVE OpenDate",
  ConditionExpression: "OpenDate <> :date OR size(Note) > :one",
  ExpressionAttributeNames: { "#t": "Total" },
  ExpressionAttributeValues: { ":one": 1, ":note": "it's \"closed\"\n", ":date": "" },
  ReturnValues: "ALL_NEW",
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
