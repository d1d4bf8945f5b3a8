import { DynamoDBClient, UpdateTimeToLiveCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

const command = new UpdateTimeToLiveCommand({
  TableName: "Orders",
  TimeToLiveSpecification: { Enabled: true, AttributeName: "ExpiresAt" },
});
const reply = await client.send(command);
console.log(reply);
