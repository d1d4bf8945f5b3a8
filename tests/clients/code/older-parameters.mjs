import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new PutCommand({
  TableName: "Orders",
  Item: { CustomerId: "C1", OrderId: 3, Photo: Buffer.from("/w==", "base64") },
  Expected: {
    Photo: {
      ComparisonOperator: "EQ",
      AttributeValueList: [Buffer.from("AP8=", "base64")],
    },
    Total: { Value: 99 },
  },
  ConditionalOperator: "AND",
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
