import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

const command = new ListTablesCommand({ Limit: 5, ExclusiveStartTableName: "Aaa" });
const reply = await client.send(command);
console.log(reply);
