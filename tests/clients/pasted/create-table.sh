aws dynamodb create-table \
    --table-name Music \
    --attribute-definitions AttributeName=Artist,AttributeType=S AttributeName=Song,AttributeType=S \
    --key-schema AttributeName=Artist,KeyType=HASH AttributeName=Song,KeyType=RANGE \
    --billing-mode PAY_PER_REQUEST --endpoint http://localhost:8000 > /dev/null 2>&1
