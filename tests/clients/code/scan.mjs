import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new ScanCommand({
  TableName: "Orders",
  FilterExpression: "#t IN (:a, :b)",
  ExpressionAttributeNames: { "#t": "Total" },
  ExpressionAttributeValues: { ":a": 40, ":b": 7 },
  Select: "COUNT",
  Segment: 0,
  TotalSegments: 1,
  ConsistentRead: false,
  ReturnConsumedCapacity: "TOTAL",
});
const reply = await client.send(command);
console.log(reply);
