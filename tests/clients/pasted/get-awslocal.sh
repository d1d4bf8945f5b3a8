cd infra && awslocal --region us-east-1 dynamodb get-item --table Users --key '{"id": {"S": "7"}}' --consistent | jq '.Item'
