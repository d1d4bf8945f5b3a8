aws dynamodb batch-write-item \
  --request-items '{
    "Orders": [
      {
        "PutRequest": {
          "Item": {
            "CustomerId": {"S": "C3"},
            "OrderId": {"N": "1"},
            "Tags": {"SS": ["a", "b"]}
          }
        }
      },
      {"DeleteRequest": {"Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "1"}}}}
    ]
  }' \
  --return-consumed-capacity INDEXES
