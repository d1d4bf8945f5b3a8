import boto3

client = boto3.client("dynamodb")

reply = client.describe_table(TableName="Orders")
print(reply)
