import boto3

client = boto3.client("dynamodb")

reply = client.transact_get_items(
    TransactItems=[
        {
            "Get": {
                "TableName": "Orders",
                "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "3"}},
            },
        },
        {
            "Get": {
                "TableName": "Orders",
                "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "9"}},
            },
        },
    ],
    ReturnConsumedCapacity="TOTAL",
)
print(reply)
