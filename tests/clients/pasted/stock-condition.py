import boto3
from decimal import Decimal

table = boto3.resource('dynamodb').Table('Stock')

update = {
    'Key': {'sku': 'b-2'},
    'UpdateExpression': 'SET amount = amount - :n',
    'ExpressionAttributeValues': {':n': Decimal('2.5')},
}
update['UpdateExpression'] += ', changed = :t'
update['ExpressionAttributeValues'][':t'] = 1_700_000_000
update.update({'ConditionExpression': 'amount >= :n'})
table.update_item(**update)
