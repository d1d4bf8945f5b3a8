import json, os
import boto3

table = boto3.resource('dynamodb').Table(os.environ['TABLE_NAME'])

def lambda_handler(event, context):
    body = json.loads(event['body'])
    table.put_item(Item={'id': body['id'], 'note': body.get('note', '')})
    return {'statusCode': 200}
