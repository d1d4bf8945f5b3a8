import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, BatchGetCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new BatchGetCommand({
  RequestItems: {
    Orders: {
      Keys: [
        { CustomerId: "C1", OrderId: 1 },
        { CustomerId: "C2", OrderId: 12345678901234567890n },
      ],
      ProjectionExpression: "#t",
      ExpressionAttributeNames: { "#t": "Total" },
      ConsistentRead: true,
    },
  },
  ReturnConsumedCapacity: "TOTAL",
});
const reply = await client.send(command);
console.log(reply);
