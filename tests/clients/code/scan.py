import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.scan(
    FilterExpression="#t IN (:a, :b)",
    ExpressionAttributeNames={"#t": "Total"},
    ExpressionAttributeValues={":a": 40, ":b": 7},
    Select="COUNT",
    Segment=0,
    TotalSegments=1,
    ConsistentRead=False,
    ReturnConsumedCapacity="TOTAL",
)
print(reply)
