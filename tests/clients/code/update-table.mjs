import { DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

const command = new UpdateTableCommand({
  TableName: "Orders",
  AttributeDefinitions: [{ AttributeName: "Total", AttributeType: "N" }],
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        IndexName: "ByTotal",
        KeySchema: [{ AttributeName: "Total", KeyType: "HASH" }],
        Projection: { ProjectionType: "ALL" },
      },
    },
  ],
});
const reply = await client.send(command);
console.log(reply);
