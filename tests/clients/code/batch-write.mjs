import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new BatchWriteCommand({
  RequestItems: {
    Orders: [
      {
        PutRequest: { Item: { CustomerId: "C3", OrderId: 1, Tags: new Set(["a", "b"]) } },
      },
      { DeleteRequest: { Key: { CustomerId: "C1", OrderId: 1 } } },
    ],
  },
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
