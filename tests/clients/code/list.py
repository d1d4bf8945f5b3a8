import boto3

client = boto3.client("dynamodb")

reply = client.list_tables(Limit=5, ExclusiveStartTableName="Aaa")
print(reply)
