aws dynamodb list-tables \
  --limit 5 \
  --exclusive-start-table-name Aaa
