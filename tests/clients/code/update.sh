aws dynamodb update-item \
  --table-name Orders \
  --key '{"CustomerId": {"S": "C1"}, "OrderId": {"N": "1"}}' \
  --update-expression 'SET #t = #t + :one, Note = :note REMOVE OpenDate' \
  --condition-expression 'OpenDate <> :date OR size(Note) > :one' \
  --expression-attribute-names '{"#t": "Total"}' \
  --expression-attribute-values '{
    ":one": {"N": "1"},
    ":note": {"S": "it'\''s \"closed\"\n"},
    ":date": {"S": ""}
  }' \
  --return-values ALL_NEW \
  --return-consumed-capacity INDEXES
