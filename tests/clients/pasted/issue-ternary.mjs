const input = {
  TableName: 'Orders',
  IndexName: 'byCustomer',
  KeyConditionExpression: 'customer = :c' + (from ? ' AND created > :from' : ''),
  ExpressionAttributeValues: { ':c': 'c-1', ...(from && { ':from': from }) },
};
const data = await ddb.send(new QueryCommand(input));
