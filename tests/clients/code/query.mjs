import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new QueryCommand({
  TableName: "Orders",
  IndexName: "OpenOrders",
  KeyConditionExpression: "CustomerId = :c AND OpenDate BETWEEN :from AND :to",
  FilterExpression: "attribute_exists(Photo) OR Photo = :photo",
  ExpressionAttributeValues: {
    ":c": "C1",
    ":from": "2024",
    ":to": "2025",
    ":photo": Buffer.from("AP8=", "base64"),
  },
  ScanIndexForward: false,
  Limit: 1,
  ExclusiveStartKey: { CustomerId: "C1", OrderId: 1, OpenDate: "2024-05-03" },
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
