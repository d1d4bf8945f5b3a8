import boto3

client = boto3.client("dynamodb")

reply = client.execute_transaction(
    TransactStatements=[
        {
            "Statement": "INSERT INTO \"Orders\" VALUE {'CustomerId': 'C9', 'OrderId': 9, 'Tags': <<'a', 'b'>>}",
        },
        {
            "Statement": "EXISTS(SELECT * FROM \"Orders\" WHERE \"CustomerId\" = ? AND \"OrderId\" = ? AND \"Total\" IS NOT MISSING)",
            "Parameters": [{"S": "C1"}, {"N": "1"}],
        },
    ],
    ReturnConsumedCapacity="TOTAL",
)
print(reply)
