import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

const client = new DynamoDBClient({ region: "eu-west-1" });
const seat = { flight: "XY100", seat: "12A", price: 89, extras: ["meal", "window"] };

const input = { TableName: "Seats", Item: marshall(seat) };
input["ConditionExpression"] = "attribute_not_exists(" + "seat" + ")";
try {
  const result = await client.send(new PutItemCommand(input));
  console.log(result);
} catch (error) {
  console.error("It's taken", error);
}
