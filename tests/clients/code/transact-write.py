import boto3

client = boto3.client("dynamodb")

reply = client.transact_write_items(
    TransactItems=[
        {
            "ConditionCheck": {
                "TableName": "Orders",
                "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "2"}},
                "ConditionExpression": "attribute_exists(CustomerId)",
            },
        },
        {
            "Put": {
                "TableName": "Orders",
                "Item": {
                    "CustomerId": {"S": "C4"},
                    "OrderId": {"N": "0.5"},
                    "Photo": {"B": b"\x01\x02"},
                },
            },
        },
        {
            "Update": {
                "TableName": "Orders",
                "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "1"}},
                "UpdateExpression": "ADD #t :n",
                "ExpressionAttributeNames": {"#t": "Total"},
                "ExpressionAttributeValues": {":n": {"N": "0.1"}},
            },
        },
        {
            "Delete": {
                "TableName": "Orders",
                "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"N": "3"}},
            },
        },
    ],
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
