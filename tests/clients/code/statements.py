import boto3

client = boto3.client("dynamodb")

reply = client.batch_execute_statement(
    Statements=[
        {
            "Statement": "SELECT \"Total\" FROM \"Orders\" WHERE \"CustomerId\" = 'C1' AND \"OrderId\" = 1",
        },
        {
            "Statement": "SELECT * FROM \"Orders\" WHERE \"CustomerId\" = ? AND \"OrderId\" = ?",
            "Parameters": [{"S": "C2"}, {"N": "12345678901234567890"}],
            "ConsistentRead": True,
        },
    ],
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
