import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactGetCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new TransactGetCommand({
  TransactItems: [
    { Get: { TableName: "Orders", Key: { CustomerId: "C1", OrderId: 3 } } },
    { Get: { TableName: "Orders", Key: { CustomerId: "C1", OrderId: 9 } } },
  ],
  ReturnConsumedCapacity: "TOTAL",
});
const reply = await client.send(command);
console.log(reply);
