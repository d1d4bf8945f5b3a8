aws dynamodb transact-get-items \
  --transact-items '[
    {
      "Get": {
        "TableName": "Orders",
        "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "3"}}
      }
    },
    {
      "Get": {
        "TableName": "Orders",
        "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "9"}}
      }
    }
  ]' \
  --return-consumed-capacity TOTAL
