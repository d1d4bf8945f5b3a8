import boto3

dynamodb = boto3.resource("dynamodb")
table = dynamodb.Table("Songs")
with table.batch_writer() as batch:
    for i in range(27):
        batch.put_item(
            Item={
                "artist": f"artist#{i}",
                "title": "title",
                "position": i,
            }
        )
