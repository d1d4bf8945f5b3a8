import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.delete_item(
    Key={"CustomerId": "C1", "OrderId": 3},
    ReturnValues="ALL_OLD",
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
