import boto3
from boto3.dynamodb.types import TypeSerializer

client = boto3.client("dynamodb")
serializer = TypeSerializer()
profile = {"id": "u-1", "tags": ["x", "y"], "age": 41}
item = {k: serializer.serialize(v) for k, v in profile.items()}
client.put_item(TableName="Profiles", Item=item)
