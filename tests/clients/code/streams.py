import boto3

client = boto3.client("dynamodbstreams")

reply = client.list_streams(TableName="Orders")
print(reply)
