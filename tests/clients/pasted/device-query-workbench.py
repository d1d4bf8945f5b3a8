import boto3
from botocore.exceptions import ClientError

ERROR_HELP_STRINGS = {
    'InternalServerError': 'Try again',
    'ThrottlingException': 'Slow down, %s',
}


def create_dynamodb_client(region="us-west-2"):
    return boto3.client("dynamodb", region_name=region)


def create_query_input():
    return {
        "TableName": "Devices",
        "IndexName": "bySite",
        "KeyConditionExpression": "#a = :b",
        "ExpressionAttributeNames": {"#a": "site"},
        "ExpressionAttributeValues": {":b": {"S": "Oslo"}}
    }


def execute_query(dynamodb_client, input):
    try:
        response = dynamodb_client.query(**input)
        print("Query successful.")
    except ClientError as error:
        handle_error(error)
    except BaseException as error:
        print("Unknown error: " + error.response['Error']['Message'])


def handle_error(error):
    error_code = error.response['Error']['Code']
    print(ERROR_HELP_STRINGS[error_code])


def main():
    dynamodb_client = create_dynamodb_client()
    query_input = create_query_input()
    execute_query(dynamodb_client, query_input)


if __name__ == "__main__":
    main()
