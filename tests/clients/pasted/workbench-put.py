import boto3
from botocore.exceptions import ClientError

ERROR_HELP_STRINGS = {
    'InternalServerError': 'Internal Server Error, generally safe to retry with exponential back-off',
}

def create_dynamodb_client(region="us-east-1"):
    return boto3.client("dynamodb", region_name=region)

def create_put_item_input():
    return {
        "TableName": "Tickets",
        "Item": {
            "pk": {"S":"EVENT#9"},
            "sk": {"S":"SEAT#A1"},
            "price": {"N":"49.90"}
        },
        "ConditionExpression": "attribute_not_exists(#pk)",
        "ExpressionAttributeNames": {"#pk":"pk"}
    }

def execute_put_item(dynamodb_client, input):
    try:
        response = dynamodb_client.put_item(**input)
        print("Successfully put item.")
    except ClientError as error:
        handle_error(error)
    except BaseException as error:
        print("Unknown error while putting item: " + error.response['Error']['Message'])

def handle_error(error):
    error_code = error.response['Error']['Code']
    error_message = error.response['Error']['Message']
    error_help_string = ERROR_HELP_STRINGS[error_code]
    print('[{error_code}] {help_string}. Error message: {error_message}'
          .format(error_code=error_code, help_string=error_help_string, error_message=error_message))

def main():
    dynamodb_client = create_dynamodb_client()
    put_item_input = create_put_item_input()
    execute_put_item(dynamodb_client, put_item_input)

if __name__ == "__main__":
    main()
