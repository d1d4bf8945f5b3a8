$table = "Pets"
aws dynamodb query `
  --table-name Pets `
  --key-condition-expression "#o = :o" `
  --expression-attribute-names '{\"#o\": \"owner\"}' `
  --expression-attribute-values '{\":o\": {\"S\": \"Mia\"}}' `
  --no-scan-index-forward --max-items 10
