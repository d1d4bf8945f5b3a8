import boto3

dynamodb = boto3.resource("dynamodb")

reply = dynamodb.batch_write_item(
    RequestItems={
        "Orders": [
            {
                "PutRequest": {
                    "Item": {"CustomerId": "C3", "OrderId": 1, "Tags": {"a", "b"}},
                },
            },
            {"DeleteRequest": {"Key": {"CustomerId": "C1", "OrderId": 1}}},
        ],
    },
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
