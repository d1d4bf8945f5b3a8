import { DynamoDBStreamsClient, ListStreamsCommand } from "@aws-sdk/client-dynamodb-streams";

const client = new DynamoDBStreamsClient({});

const command = new ListStreamsCommand({ TableName: "Orders" });
const reply = await client.send(command);
console.log(reply);
