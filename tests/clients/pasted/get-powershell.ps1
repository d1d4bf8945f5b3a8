aws dynamodb get-item `
  --table-name Users `
  --key '{"id": {"N": "7"}}' `
  --return-consumed-capacity TOTAL
