const docClient = new AWS.DynamoDB.DocumentClient();
exports.handler = async (event) => {
  const body = JSON.parse(event.body);
  let updateExpression = 'set';
  const ExpressionAttributeNames = {};
  const ExpressionAttributeValues = {};
  for (const property in body) {
    updateExpression += ` #${property} = :${property} ,`;
    ExpressionAttributeNames['#' + property] = property;
    ExpressionAttributeValues[':' + property] = body[property];
  }
  updateExpression = updateExpression.slice(0, -1);
  const params = {
    TableName: 'Users', Key: { id: event.pathParameters.id },
    UpdateExpression: updateExpression, ExpressionAttributeNames, ExpressionAttributeValues,
  };
  return docClient.update(params).promise();
};
