#!/usr/bin/env bash
set -euo pipefail
export AWS_PAGER=""

aws dynamodb create-table \
    --table-name Bookshelf \
    --attribute-definitions AttributeName=isbn,AttributeType=S \
    --key-schema AttributeName=isbn,KeyType=HASH \
    --billing-mode PAY_PER_REQUEST \
    --endpoint-url http://localhost:8000
aws dynamodb wait table-exists --table-name Bookshelf --endpoint-url http://localhost:8000
aws dynamodb batch-write-item --request-items "$(cat <<'JSON'
{"Bookshelf": [{"PutRequest": {"Item": {"isbn": {"S": "978-1"}, "pages": {"N": "310"}}}}]}
JSON
)" --endpoint-url http://localhost:8000
