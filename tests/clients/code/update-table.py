import boto3

client = boto3.client("dynamodb")

reply = client.update_table(
    TableName="Orders",
    AttributeDefinitions=[{"AttributeName": "Total", "AttributeType": "N"}],
    GlobalSecondaryIndexUpdates=[
        {
            "Create": {
                "IndexName": "ByTotal",
                "KeySchema": [{"AttributeName": "Total", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            },
        },
    ],
)
print(reply)
