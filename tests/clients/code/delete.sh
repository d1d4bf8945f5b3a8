aws dynamodb delete-item \
  --table-name Orders \
  --key '{"CustomerId": {"S": "C1"}, "OrderId": {"N": "3"}}' \
  --return-values ALL_OLD \
  --return-consumed-capacity INDEXES
