import boto3

client = boto3.client("dynamodb")

reply = client.create_table(
    TableName="Visits",
    AttributeDefinitions=[
        {"AttributeName": "Page", "AttributeType": "S"},
        {"AttributeName": "At", "AttributeType": "N"},
        {"AttributeName": "Hash", "AttributeType": "B"},
    ],
    KeySchema=[
        {"AttributeName": "Page", "KeyType": "HASH"},
        {"AttributeName": "At", "KeyType": "RANGE"},
    ],
    LocalSecondaryIndexes=[
        {
            "IndexName": "ByHash",
            "KeySchema": [
                {"AttributeName": "Page", "KeyType": "HASH"},
                {"AttributeName": "Hash", "KeyType": "RANGE"},
            ],
            "Projection": {
                "ProjectionType": "INCLUDE",
                "NonKeyAttributes": ["Agent", "Referrer"],
            },
        },
    ],
    GlobalSecondaryIndexes=[
        {
            "IndexName": "ByTime",
            "KeySchema": [{"AttributeName": "At", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
            "ProvisionedThroughput": {"ReadCapacityUnits": 2, "WriteCapacityUnits": 3},
        },
    ],
    BillingMode="PROVISIONED",
    ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 4},
    StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    SSESpecification={"Enabled": True, "SSEType": "KMS"},
    TableClass="STANDARD_INFREQUENT_ACCESS",
    DeletionProtectionEnabled=False,
    Tags=[{"Key": "team", "Value": "web"}],
)
print(reply)
