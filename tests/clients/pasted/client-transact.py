import boto3
import botocore

client = boto3.client("dynamodb")

try:
    client.transact_write_items(
        TransactItems=[
            {"ConditionCheck": {"TableName": "Accounts", "Key": {"id": {"S": "a-1"}}, "ConditionExpression": "balance >= :amount", "ExpressionAttributeValues": {":amount": {"N": "25"}}}},
            {"Update": {"TableName": "Accounts", "Key": {"id": {"S": "a-2"}}, "UpdateExpression": "SET balance = balance + :amount", "ExpressionAttributeValues": {":amount": {"N": "25"}}}},
        ],
        ClientRequestToken="transfer-77",
    )
except botocore.exceptions.ClientError as e:
    if e.response["Error"]["Code"] == "TransactionCanceledException":
        print(e.response["CancellationReasons"])
    raise
