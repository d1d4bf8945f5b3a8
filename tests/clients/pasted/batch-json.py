import json
import boto3

dynamodb = boto3.resource("dynamodb", region_name="eu-west-1")
table = dynamodb.Table("Recipes")

with open("recipes.json") as file:
    recipes = json.load(file, parse_float=Decimal)

with table.batch_writer() as batch:
    for recipe in recipes:
        batch.put_item(Item=recipe)
