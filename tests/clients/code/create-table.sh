aws dynamodb create-table \
  --table-name Visits \
  --attribute-definitions '[
    {"AttributeName": "Page", "AttributeType": "S"},
    {"AttributeName": "At", "AttributeType": "N"},
    {"AttributeName": "Hash", "AttributeType": "B"}
  ]' \
  --key-schema '[
    {"AttributeName": "Page", "KeyType": "HASH"},
    {"AttributeName": "At", "KeyType": "RANGE"}
  ]' \
  --local-secondary-indexes '[
    {
      "IndexName": "ByHash",
      "KeySchema": [
        {"AttributeName": "Page", "KeyType": "HASH"},
        {"AttributeName": "Hash", "KeyType": "RANGE"}
      ],
      "Projection": {
        "ProjectionType": "INCLUDE",
        "NonKeyAttributes": ["Agent", "Referrer"]
      }
    }
  ]' \
  --global-secondary-indexes '[
    {
      "IndexName": "ByTime",
      "KeySchema": [{"AttributeName": "At", "KeyType": "HASH"}],
      "Projection": {"ProjectionType": "KEYS_ONLY"},
      "ProvisionedThroughput": {"ReadCapacityUnits": 2, "WriteCapacityUnits": 3}
    }
  ]' \
  --billing-mode PROVISIONED \
  --provisioned-throughput '{"ReadCapacityUnits": 5, "WriteCapacityUnits": 4}' \
  --stream-specification '{"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"}' \
  --sse-specification '{"Enabled": true, "SSEType": "KMS"}' \
  --table-class STANDARD_INFREQUENT_ACCESS \
  --no-deletion-protection-enabled \
  --tags '[{"Key": "team", "Value": "web"}]'
