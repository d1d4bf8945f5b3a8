import boto3
from boto3.dynamodb.conditions import Key, Attr

dynamodb = boto3.resource('dynamodb')
table = dynamodb.Table('posts')

def recent(user_id: str = "u-9", limit: int = 10) -> list[dict]:
    kwargs = dict(
        IndexName="user-created-index",
        KeyConditionExpression=Key("user_id").eq(user_id) & Key("created").begins_with("2026-01"),
        FilterExpression=Attr("draft").ne(True) | Attr("pinned").exists(),
        ScanIndexForward=False,
        Limit=limit,
    )
    return table.query(**kwargs)["Items"]

print(recent())
