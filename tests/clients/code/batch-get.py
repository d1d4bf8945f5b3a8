import boto3

dynamodb = boto3.resource("dynamodb")

reply = dynamodb.batch_get_item(
    RequestItems={
        "Orders": {
            "Keys": [
                {"CustomerId": "C1", "OrderId": 1},
                {"CustomerId": "C2", "OrderId": 12345678901234567890},
            ],
            "ProjectionExpression": "#t",
            "ExpressionAttributeNames": {"#t": "Total"},
            "ConsistentRead": True,
        },
    },
    ReturnConsumedCapacity="TOTAL",
)
print(reply)
