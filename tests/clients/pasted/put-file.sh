aws dynamodb put-item --table-name Users --item file://user.json
