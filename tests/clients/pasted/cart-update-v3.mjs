import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const main = async () => {
  const params = {
    TableName: "Carts",
    Key: { cartId: "c-17" },
    UpdateExpression: "SET quantity = quantity + :one",
    ExpressionAttributeValues: { ":one": 1 },
    ReturnValues: "ALL_NEW",
  };
  params.ConditionExpression = "attribute_exists(cartId)";
  const response = await documents.send(new UpdateCommand(params));
  console.log(response);
  return response;
};
await main();
