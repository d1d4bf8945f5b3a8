import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.put_item(
    Item={"CustomerId": "C1", "OrderId": 3, "Photo": b"\xff"},
    Expected={
        "Photo": {"ComparisonOperator": "EQ", "AttributeValueList": [b"\x00\xff"]},
        "Total": {"Value": 99},
    },
    ConditionalOperator="AND",
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
