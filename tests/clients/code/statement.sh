aws dynamodb execute-statement \
  --statement 'UPDATE "Orders" SET "Status" = ?, "Total" = "Total" + 1 WHERE "CustomerId" = '\''C1'\'' AND "OrderId" = ? RETURNING MODIFIED NEW *' \
  --parameters '[{"S": "it'\''s sent"}, {"N": "1"}]' \
  --return-consumed-capacity TOTAL \
  --return-values-on-condition-check-failure ALL_OLD
