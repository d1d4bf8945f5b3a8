var AWS = require("aws-sdk");
AWS.config.update({ region: "us-west-2" });
var docClient = new AWS.DynamoDB.DocumentClient();

var params = {
  TableName: "Movies",
  ProjectionExpression: "#yr, title",
  FilterExpression: "#yr between :start_yr and :end_yr",
  ExpressionAttributeNames: { "#yr": "year" },
  ExpressionAttributeValues: { ":start_yr": 1950, ":end_yr": 1959 }
};

docClient.scan(params, onScan);

function onScan(err, data) {
  if (err) {
    console.error("Unable to scan the table.", JSON.stringify(err, null, 2));
  } else {
    data.Items.forEach(function (movie) { console.log(movie.title); });
    if (typeof data.LastEvaluatedKey != "undefined") {
      params.ExclusiveStartKey = data.LastEvaluatedKey;
      docClient.scan(params, onScan);
    }
  }
}
