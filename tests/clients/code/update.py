import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.update_item(
    Key={"CustomerId": "C1", "OrderId": 1},
    UpdateExpression="SET #t = #t + :one, Note = :note REMOVE OpenDate",
    ConditionExpression="OpenDate <> :date OR size(Note) > :one",
    ExpressionAttributeNames={"#t": "Total"},
    ExpressionAttributeValues={":one": 1, ":note": "it's \"closed\"\n", ":date": ""},
    ReturnValues="ALL_NEW",
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
