aws dynamodbstreams list-streams \
  --table-name Orders
