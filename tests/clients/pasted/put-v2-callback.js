const AWS = require('aws-sdk');
const ddb = new AWS.DynamoDB({ apiVersion: '2012-08-10' });
const params = {
  TableName: 'CUSTOMER_LIST',
  Item: {
    'CUSTOMER_ID': { N: '001' },
    'CUSTOMER_NAME': { S: 'Rita Lund' }
  }
};
ddb.putItem(params, function (err, data) {
  if (err) console.log('Error', err);
  else console.log('Success', data);
});
