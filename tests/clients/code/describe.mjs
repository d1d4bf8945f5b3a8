import { DynamoDBClient, DescribeTableCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

const command = new DescribeTableCommand({ TableName: "Orders" });
const reply = await client.send(command);
console.log(reply);
