"""What all rounds share: where the endpoint is, and a table to begin with."""

import os
import unittest

import boto3
from botocore.config import Config

ENDPOINT = os.environ.get("ENDPOINT", "http://127.0.0.1:8000")

#: They are not verified, but a request must be signed.
CREDENTIALS = {
    "aws_access_key_id": "local",
    "aws_secret_access_key": "local",
    "region_name": "us-east-1",
}

#: A rejection must be what the client sees, not what it sees after trying again.
CONFIG = Config(retries={"total_max_attempts": 1})

SESSION = boto3.Session(**CREDENTIALS)


def client(service="dynamodb"):
    return SESSION.client(service, endpoint_url=ENDPOINT, config=CONFIG)


def resource():
    return SESSION.resource("dynamodb", endpoint_url=ENDPOINT, config=CONFIG)


def key(name, kind="HASH"):
    return {"AttributeName": name, "KeyType": kind}


def orders(name, **settings):
    """Orders of customers: a local index by amount, a global one by status."""
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": "customer", "AttributeType": "S"},
            {"AttributeName": "order", "AttributeType": "N"},
            {"AttributeName": "amount", "AttributeType": "N"},
            {"AttributeName": "status", "AttributeType": "S"},
        ],
        "KeySchema": [key("customer"), key("order", "RANGE")],
        "LocalSecondaryIndexes": [
            {
                "IndexName": "ByAmount",
                "KeySchema": [key("customer"), key("amount", "RANGE")],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "ByStatus",
                "KeySchema": [key("status"), key("order", "RANGE")],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["note"]},
            }
        ],
        **settings,
    }


class Round(unittest.TestCase):
    """A test class with a table of its own, named after the class."""

    settings = {}

    @classmethod
    def setUpClass(cls):
        cls.client = client()
        cls.table = cls.__name__
        if cls.table in cls.client.list_tables()["TableNames"]:
            cls.client.delete_table(TableName=cls.table)
        cls.client.create_table(**orders(cls.table, **cls.settings))
        cls.client.get_waiter("table_exists").wait(TableName=cls.table)

    @classmethod
    def tearDownClass(cls):
        cls.client.delete_table(TableName=cls.table)
        cls.client.get_waiter("table_not_exists").wait(TableName=cls.table)
        cls.client.close()
