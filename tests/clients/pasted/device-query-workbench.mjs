const { DynamoDBClient, QueryCommand } = require("@aws-sdk/client-dynamodb");

async function main() {
  const client = createClient();
  const queryInput = createQueryInput();
  return await executeQuery(client, queryInput);
}

function createClient() {
  return new DynamoDBClient({ region: "us-west-2" });
}

function createQueryInput() {
  return {
    "TableName": "Devices",
    "ScanIndexForward": false,
    "Limit": 25,
    "KeyConditionExpression": "#kn0 = :kv0 And #kn1 > :kv1",
    "ExpressionAttributeNames": { "#kn0": "deviceId", "#kn1": "seenAt" },
    "ExpressionAttributeValues": { ":kv0": { "S": "d-9" }, ":kv1": { "N": "1700000000" } }
  };
}

async function executeQuery(client, queryInput) {
  try {
    const queryOutput = await client.send(new QueryCommand(queryInput));
    console.info("Query successful.");
    return queryOutput;
  } catch (err) {
    handleQueryError(err);
  }
}

function handleQueryError(err) {
  if (!err.code) {
    console.error("An error without a code", JSON.stringify(err));
    return;
  }
  switch (err.code) {
    case "ThrottlingException":
      console.error("Slow down");
      return;
    default:
      break;
  }
}

main();
