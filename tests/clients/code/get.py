import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.get_item(
    Key={"CustomerId": "C2", "OrderId": 12345678901234567890},
    ConsistentRead=True,
    ProjectionExpression="OrderId, #t",
    ExpressionAttributeNames={"#t": "Total"},
    ReturnConsumedCapacity="TOTAL",
)
print(reply)
