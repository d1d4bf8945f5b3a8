COUNT=$(aws dynamodb scan --table-name Users --select COUNT --output text)
echo "$COUNT"
