from decimal import Decimal

import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.put_item(
    Item={
        "CustomerId": "C1",
        "OrderId": 4,
        "Total": Decimal("19.9"),
        "OpenDate": "2024-05-04",
    },
    ConditionExpression="attribute_not_exists(#c)",
    ExpressionAttributeNames={"#c": "CustomerId"},
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
