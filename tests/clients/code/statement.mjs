import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ExecuteStatementCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new ExecuteStatementCommand({
  Statement: "UPDATE \"Orders\" SET \"Status\" = ?, \"Total\" = \"Total\" + 1 WHERE \"CustomerId\" = 'C1' AND \"OrderId\" = ? RETURNING MODIFIED NEW *",
  Parameters: ["it's sent", 1],
  ReturnConsumedCapacity: "TOTAL",
  ReturnValuesOnConditionCheckFailure: "ALL_OLD",
});
const reply = await client.send(command);
console.log(reply);
