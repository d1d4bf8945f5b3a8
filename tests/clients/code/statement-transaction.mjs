import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ExecuteTransactionCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new ExecuteTransactionCommand({
  TransactStatements: [
    {
      Statement: "INSERT INTO \"Orders\" VALUE {'CustomerId': 'C9', 'OrderId': 9, 'Tags': <<'a', 'b'>>}",
    },
    {
      Statement: "EXISTS(SELECT * FROM \"Orders\" WHERE \"CustomerId\" = ? AND \"OrderId\" = ? AND \"Total\" IS NOT MISSING)",
      Parameters: ["C1", 1],
    },
  ],
  ReturnConsumedCapacity: "TOTAL",
});
const reply = await client.send(command);
console.log(reply);
