const AWS = require("aws-sdk");
const docClient = new AWS.DynamoDB.DocumentClient();

var params = {
  TableName: "Counters",
  Key: { name: "visits" },
  UpdateExpression: "ADD hits :n",
};
params.ExpressionAttributeValues = { ":n": 1 };

docClient.update(params, function (err, data) {
  if (err) {
    console.error("Unable to update. Error:", JSON.stringify(err, null, 2));
  } else {
    console.log("Updated:", JSON.stringify(data, null, 2));
  }
});
