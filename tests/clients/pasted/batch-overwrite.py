import boto3
table = boto3.resource('dynamodb').Table('Readings')
rows = [("s1", 10), ("s1", 20), ("s2", 5)]
with table.batch_writer(overwrite_by_pkeys=['sensor', 'at']) as batch:
    for sensor, at in rows:
        batch.put_item(Item={'sensor': sensor, 'at': at})
