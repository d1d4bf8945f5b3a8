import boto3
dynamodb = boto3.resource('dynamodb')
table = dynamodb.create_table(
    TableName='lockers',
    KeySchema=[{'AttributeName': 'hall', 'KeyType': 'HASH'}, {'AttributeName': 'number', 'KeyType': 'RANGE'}],
    AttributeDefinitions=[{'AttributeName': 'hall', 'AttributeType': 'S'}, {'AttributeName': 'number', 'AttributeType': 'N'}],
    ProvisionedThroughput={'ReadCapacityUnits': 5, 'WriteCapacityUnits': 5}
)
table.meta.client.get_waiter('table_exists').wait(TableName='lockers')
print(table.item_count)
table.put_item(Item={'hall': 'B', 'number': 7, 'free': True, 'owner': None})
