aws dynamodb update-table \
  --table-name Orders \
  --attribute-definitions '[{"AttributeName": "Total", "AttributeType": "N"}]' \
  --global-secondary-index-updates '[
    {
      "Create": {
        "IndexName": "ByTotal",
        "KeySchema": [{"AttributeName": "Total", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"}
      }
    }
  ]'
