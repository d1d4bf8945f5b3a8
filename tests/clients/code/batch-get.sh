aws dynamodb batch-get-item \
  --request-items '{
    "Orders": {
      "Keys": [
        {"CustomerId": {"S": "C1"}, "OrderId": {"N": "1"}},
        {"CustomerId": {"S": "C2"}, "OrderId": {"N": "12345678901234567890"}}
      ],
      "ProjectionExpression": "#t",
      "ExpressionAttributeNames": {"#t": "Total"},
      "ConsistentRead": true
    }
  }' \
  --return-consumed-capacity TOTAL
