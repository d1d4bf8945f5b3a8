import boto3

client = boto3.client("dynamodb")

reply = client.execute_statement(
    Statement="UPDATE \"Orders\" SET \"Status\" = ?, \"Total\" = \"Total\" + 1 WHERE \"CustomerId\" = 'C1' AND \"OrderId\" = ? RETURNING MODIFIED NEW *",
    Parameters=[{"S": "it's sent"}, {"N": "1"}],
    ReturnConsumedCapacity="TOTAL",
    ReturnValuesOnConditionCheckFailure="ALL_OLD",
)
print(reply)
