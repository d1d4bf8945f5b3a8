aws dynamodb put-item \
  --table-name Orders \
  --item '{"CustomerId": {"S": "C1"}, "OrderId": {"N": "3"}, "Photo": {"B": "/w=="}}' \
  --expected '{
    "Photo": {"ComparisonOperator": "EQ", "AttributeValueList": [{"B": "AP8="}]},
    "Total": {"Value": {"N": "99"}}
  }' \
  --conditional-operator AND \
  --return-consumed-capacity INDEXES
