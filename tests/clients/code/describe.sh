aws dynamodb describe-table \
  --table-name Orders
