aws dynamodb query \
  --table-name Orders \
  --index-name OpenOrders \
  --key-condition-expression 'CustomerId = :c AND OpenDate BETWEEN :from AND :to' \
  --filter-expression 'attribute_exists(Photo) OR Photo = :photo' \
  --expression-attribute-values '{
    ":c": {"S": "C1"},
    ":from": {"S": "2024"},
    ":to": {"S": "2025"},
    ":photo": {"B": "AP8="}
  }' \
  --no-scan-index-forward \
  --limit 1 \
  --exclusive-start-key '{
    "CustomerId": {"S": "C1"},
    "OrderId": {"N": "1"},
    "OpenDate": {"S": "2024-05-03"}
  }' \
  --return-consumed-capacity INDEXES
