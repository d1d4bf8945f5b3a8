aws dynamodb put-item \
  --table-name Orders \
  --item '{
    "CustomerId": {"S": "C1"},
    "OrderId": {"N": "4"},
    "Total": {"N": "19.9"},
    "OpenDate": {"S": "2024-05-04"}
  }' \
  --condition-expression 'attribute_not_exists(#c)' \
  --expression-attribute-names '{"#c": "CustomerId"}' \
  --return-consumed-capacity INDEXES
