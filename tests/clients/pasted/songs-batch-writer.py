import boto3

table = boto3.resource("dynamodb").Table("Songs")
songs = [
    {"artist": "Ada", "title": "One"},
    {"artist": "Ada", "title": "Two"},
    {"artist": "Ben", "title": "Three"},
]
with table.batch_writer() as batch:
    for song in songs:
        batch.put_item(Item=song)
