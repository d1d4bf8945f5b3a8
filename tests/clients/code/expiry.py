import boto3

client = boto3.client("dynamodb")

reply = client.update_time_to_live(
    TableName="Orders",
    TimeToLiveSpecification={"Enabled": True, "AttributeName": "ExpiresAt"},
)
print(reply)
