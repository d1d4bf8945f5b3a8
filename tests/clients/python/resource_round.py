"""boto3's resource: tables as objects, values as those of Python."""

from decimal import Decimal

from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary

from setting import Round, resource


class Resource(Round):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orders = resource().Table(cls.table)

    def test_values_come_back_as_they_were(self):
        item = {
            "customer": "values",
            "order": Decimal(1),
            "bytes": Binary(b"\x00\xff"),
            "deep": {"list": [Decimal("0.5"), None, True, {"text": ""}]},
            "exact": Decimal("12345678901234567890123456789012345678"),
            "letters": {"a", "b"},
            "numbers": {Decimal(1), Decimal("2.5")},
            "text": "naïve 日本 🙂",
        }
        self.orders.put_item(Item=item)
        found = self.orders.get_item(Key={"customer": "values", "order": 1}, ConsistentRead=True)
        self.assertEqual(found["Item"], item)

    def test_a_batch_writer_writes_more_than_one_batch(self):
        with self.orders.batch_writer(overwrite_by_pkeys=["customer", "order"]) as batch:
            for number in list(range(60)) + [0, 1]:
                batch.put_item(Item={"customer": "batch", "order": number, "amount": number % 7, "status": "open"})
            batch.delete_item(Key={"customer": "batch", "order": 59})
        found = self.orders.query(KeyConditionExpression=Key("customer").eq("batch"), Select="COUNT")
        self.assertEqual(found["Count"], 59)
        large = self.orders.query(
            IndexName="ByAmount",
            KeyConditionExpression=Key("customer").eq("batch") & Key("amount").gte(5),
            ProjectionExpression="#s",
            ExpressionAttributeNames={"#s": "status"},
        )
        self.assertEqual(large["Items"], [{"status": "open"}] * len([n for n in range(59) if n % 7 >= 5]))
        scanned = self.orders.scan(FilterExpression=Attr("order").is_in([1, 2, 3]) & Attr("customer").begins_with("b"))
        self.assertEqual(sorted(item["order"] for item in scanned["Items"]), [1, 2, 3])

    def test_a_table_describes_itself(self):
        self.orders.wait_until_exists()
        self.orders.load()
        self.assertEqual(self.orders.table_status, "ACTIVE")
        self.assertEqual(self.orders.key_schema[0], {"AttributeName": "customer", "KeyType": "HASH"})
        self.assertIn(self.table, [table.name for table in resource().tables.all()])

    def test_an_update_tells_what_it_did(self):
        key = {"customer": "update", "order": 1}
        self.orders.update_item(Key=key, UpdateExpression="SET note = :n", ExpressionAttributeValues={":n": "a"})
        updated = self.orders.update_item(
            Key=key,
            UpdateExpression="SET note = :n REMOVE absent ADD amount :one",
            ConditionExpression=Attr("note").eq("a"),
            ExpressionAttributeValues={":n": "b", ":one": 1},
            ReturnValues="ALL_NEW",
        )
        self.assertEqual(updated["Attributes"], {**key, "note": "b", "amount": 1})
        with self.assertRaises(self.orders.meta.client.exceptions.ConditionalCheckFailedException):
            self.orders.delete_item(Key=key, ConditionExpression=Attr("note").eq("a"))
