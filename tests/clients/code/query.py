import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.query(
    IndexName="OpenOrders",
    KeyConditionExpression="CustomerId = :c AND OpenDate BETWEEN :from AND :to",
    FilterExpression="attribute_exists(Photo) OR Photo = :photo",
    ExpressionAttributeValues={
        ":c": "C1",
        ":from": "2024",
        ":to": "2025",
        ":photo": b"\x00\xff",
    },
    ScanIndexForward=False,
    Limit=1,
    ExclusiveStartKey={"CustomerId": "C1", "OrderId": 1, "OpenDate": "2024-05-03"},
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
