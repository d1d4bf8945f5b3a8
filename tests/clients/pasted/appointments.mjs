// save-appointment.mjs
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({ region: process.env.AWS_REGION });
const ddbDocClient = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true, convertEmptyValues: false },
  unmarshallOptions: { wrapNumbers: false },
});

export const main = async () => {
  const input = {
    TransactItems: [
      {
        Put: {
          TableName: "Appointments",
          Item: { doctor: "d#4", slot: "2026-02-03T09:00", patient: { name: "Ole", age: 44 }, tags: new Set(["new", "phone"]) },
          ConditionExpression: "attribute_not_exists(slot)",
        },
      },
      {
        Update: {
          TableName: "Doctors",
          Key: { doctor: "d#4" },
          UpdateExpression: "ADD booked :one",
          ExpressionAttributeValues: { ":one": 1 },
        },
      },
    ],
  };
  try {
    const response = await ddbDocClient.send(new TransactWriteCommand(input));
    console.log(response);
  } catch (err) {
    console.error(err);
  }
};
main();
