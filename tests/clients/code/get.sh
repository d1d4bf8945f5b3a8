aws dynamodb get-item \
  --table-name Orders \
  --key '{"CustomerId": {"S": "C2"}, "OrderId": {"N": "12345678901234567890"}}' \
  --consistent-read \
  --projection-expression 'OrderId, #t' \
  --expression-attribute-names '{"#t": "Total"}' \
  --return-consumed-capacity TOTAL
