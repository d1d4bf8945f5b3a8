aws dynamodb batch-execute-statement \
  --statements '[
    {
      "Statement": "SELECT \"Total\" FROM \"Orders\" WHERE \"CustomerId\" = '\''C1'\'' AND \"OrderId\" = 1"
    },
    {
      "Statement": "SELECT * FROM \"Orders\" WHERE \"CustomerId\" = ? AND \"OrderId\" = ?",
      "Parameters": [{"S": "C2"}, {"N": "12345678901234567890"}],
      "ConsistentRead": true
    }
  ]' \
  --return-consumed-capacity INDEXES
