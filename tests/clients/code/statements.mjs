import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, BatchExecuteStatementCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new BatchExecuteStatementCommand({
  Statements: [
    {
      Statement: "SELECT \"Total\" FROM \"Orders\" WHERE \"CustomerId\" = 'C1' AND \"OrderId\" = 1",
    },
    {
      Statement: "SELECT * FROM \"Orders\" WHERE \"CustomerId\" = ? AND \"OrderId\" = ?",
      Parameters: ["C2", 12345678901234567890n],
      ConsistentRead: true,
    },
  ],
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
