aws dynamodb update-time-to-live \
  --table-name Orders \
  --time-to-live-specification '{"Enabled": true, "AttributeName": "ExpiresAt"}'
