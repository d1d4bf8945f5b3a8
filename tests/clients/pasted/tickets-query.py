import boto3
from boto3.dynamodb.conditions import Key, Attr

table = boto3.resource("dynamodb", region_name="eu-north-1").Table("Tickets")
response = table.query(
    IndexName="byOwner",
    KeyConditionExpression=Key("owner").eq("kim") & Key("opened").between(10, 20),
    FilterExpression=Attr("state").is_in(["new", "open"]) | ~Attr("closed").exists(),
)
for item in response["Items"]:
    print(item)
