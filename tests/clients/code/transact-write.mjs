import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new TransactWriteCommand({
  TransactItems: [
    {
      ConditionCheck: {
        TableName: "Orders",
        Key: { CustomerId: "C1", OrderId: 2 },
        ConditionExpression: "attribute_exists(CustomerId)",
      },
    },
    {
      Put: {
        TableName: "Orders",
        Item: { CustomerId: "C4", OrderId: 0.5, Photo: Buffer.from("AQI=", "base64") },
      },
    },
    {
      Update: {
        TableName: "Orders",
        Key: { CustomerId: "C1", OrderId: 1 },
        UpdateExpression: "ADD #t :n",
        ExpressionAttributeNames: { "#t": "Total" },
        ExpressionAttributeValues: { ":n": 0.1 },
      },
    },
    { Delete: { TableName: "Orders", Key: { CustomerId: "C1", OrderId: 3 } } },
  ],
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
