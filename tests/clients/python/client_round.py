"""boto3's client: requests and replies as the API has them."""

import time
import uuid

from botocore.exceptions import ClientError

from setting import Round, client, key


def order(customer, number, **attributes):
    return {"customer": {"S": customer}, "order": {"N": str(number)}, **attributes}


class Items(Round):
    def test_an_item_is_put_read_updated_and_deleted(self):
        at = {"TableName": self.table, "Key": order("ann", 1)}
        put = self.client.put_item(
            TableName=self.table,
            Item=order("ann", 1, amount={"N": "5.50"}, tags={"SS": ["b", "a"]}),
            ReturnConsumedCapacity="INDEXES",
        )
        self.assertEqual(put["ConsumedCapacity"]["CapacityUnits"], 2.0)
        self.assertEqual(put["ConsumedCapacity"]["LocalSecondaryIndexes"]["ByAmount"], {"CapacityUnits": 1.0})
        item = self.client.get_item(**at, ConsistentRead=True)["Item"]
        self.assertEqual(item["amount"], {"N": "5.5"})
        self.assertEqual(sorted(item["tags"]["SS"]), ["a", "b"])
        updated = self.client.update_item(
            **at,
            UpdateExpression="SET amount = amount + :one, parts = list_append(if_not_exists(parts, :none), :line)",
            ExpressionAttributeValues={
                ":one": {"N": "1"},
                ":none": {"L": []},
                ":line": {"L": [{"M": {"sku": {"S": "x"}, "count": {"N": "2"}}}]},
            },
            ReturnValues="UPDATED_NEW",
        )
        parts = {"L": [{"M": {"sku": {"S": "x"}, "count": {"N": "2"}}}]}
        self.assertEqual(updated["Attributes"], {"amount": {"N": "6.5"}, "parts": parts})
        projected = self.client.get_item(
            **at, ProjectionExpression="parts[0].sku, #a", ExpressionAttributeNames={"#a": "amount"}
        )
        self.assertEqual(projected["Item"], {"parts": {"L": [{"M": {"sku": {"S": "x"}}}]}, "amount": {"N": "6.5"}})
        deleted = self.client.delete_item(**at, ReturnValues="ALL_OLD")
        self.assertEqual(deleted["Attributes"]["amount"], {"N": "6.5"})
        self.assertNotIn("Item", self.client.get_item(**at))

    def test_a_failed_condition_is_an_exception_with_the_item(self):
        item = order("bob", 1, note={"S": "first"})
        self.client.put_item(TableName=self.table, Item=item)
        with self.assertRaises(self.client.exceptions.ConditionalCheckFailedException) as caught:
            self.client.put_item(
                TableName=self.table,
                Item=order("bob", 1),
                ConditionExpression="attribute_not_exists(customer)",
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
            )
        response = caught.exception.response
        self.assertEqual(response["Error"]["Message"], "The conditional request failed")
        self.assertEqual(response["Item"], item)
        self.assertEqual(response["ResponseMetadata"]["HTTPStatusCode"], 400)
        self.assertEqual(len(response["ResponseMetadata"]["RequestId"]), 52)

    def test_faults_have_their_classes_and_codes(self):
        exceptions = self.client.exceptions
        with self.assertRaises(exceptions.ResourceNotFoundException):
            self.client.get_item(TableName="Nowhere", Key=order("ann", 1))
        with self.assertRaises(exceptions.ResourceNotFoundException):
            self.client.describe_table(TableName="Nowhere")
        with self.assertRaises(exceptions.ResourceInUseException):
            self.client.create_table(
                TableName=self.table,
                BillingMode="PAY_PER_REQUEST",
                AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
                KeySchema=[key("id")],
            )
        for call, code, message in [
            (
                lambda: self.client.put_item(TableName=self.table, Item={"customer": {"S": "x"}}),
                "ValidationException",
                "One or more parameter values were invalid: Missing the key order in the item",
            ),
            (
                lambda: self.client.query(TableName=self.table, KeyConditionExpression="customer = :c"),
                "ValidationException",
                "Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; "
                "attribute value: :c",
            ),
            (
                lambda: self.client.put_item(TableName=self.table, Item=order("x", "no")),
                "ValidationException",
                "The parameter cannot be converted to a numeric value: no",
            ),
            (lambda: self.client.list_backups(), "UnknownOperationException", ""),
        ]:
            with self.assertRaises(ClientError) as caught:
                call()
            error = caught.exception.response["Error"]
            self.assertEqual(error["Code"], code)
            self.assertIn(message, error["Message"])


class Pages(Round):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        requests = [
            {"PutRequest": {"Item": order("ann", number, amount={"N": str(-number)}, status={"S": "open"})}}
            for number in range(25)
        ]
        reply = cls.client.batch_write_item(RequestItems={cls.table: requests}, ReturnConsumedCapacity="TOTAL")
        assert reply["UnprocessedItems"] == {}
        assert reply["ConsumedCapacity"][0]["CapacityUnits"] == 75.0, reply["ConsumedCapacity"]

    def query(self, **parameters):
        pages = self.client.get_paginator("query").paginate(TableName=self.table, **parameters)
        return pages.build_full_result()["Items"]

    def test_a_query_is_paged_in_both_directions(self):
        condition = {
            "KeyConditionExpression": "customer = :c AND #o BETWEEN :low AND :high",
            "ExpressionAttributeNames": {"#o": "order"},
            "ExpressionAttributeValues": {":c": {"S": "ann"}, ":low": {"N": "3"}, ":high": {"N": "20"}},
        }
        for forward in [True, False]:
            items = self.query(**condition, ScanIndexForward=forward, PaginationConfig={"PageSize": 4})
            numbers = [int(item["order"]["N"]) for item in items]
            self.assertEqual(numbers, sorted(range(3, 21), reverse=not forward))

    def test_indexes_are_queried(self):
        by_amount = self.query(
            IndexName="ByAmount",
            KeyConditionExpression="customer = :c AND amount < :limit",
            ExpressionAttributeValues={":c": {"S": "ann"}, ":limit": {"N": "-21"}},
            ConsistentRead=True,
        )
        self.assertEqual([item["amount"]["N"] for item in by_amount], ["-24", "-23", "-22"])
        by_status = self.query(
            IndexName="ByStatus",
            KeyConditionExpression="#s = :s",
            FilterExpression="#o >= :from",
            ExpressionAttributeNames={"#s": "status", "#o": "note"},
            ExpressionAttributeValues={":s": {"S": "open"}, ":from": {"S": ""}},
            PaginationConfig={"PageSize": 7},
        )
        self.assertEqual(by_status, [])

    def test_a_scan_is_paged_and_shared_out(self):
        scan = self.client.get_paginator("scan")
        pages = list(scan.paginate(TableName=self.table, PaginationConfig={"PageSize": 10}))
        self.assertEqual([page["Count"] for page in pages], [10, 10, 5])
        count = 0
        for segment in range(4):
            share = scan.paginate(TableName=self.table, Segment=segment, TotalSegments=4, Select="COUNT")
            count += sum(page["Count"] for page in share)
        self.assertEqual(count, 25)

    def test_a_batch_is_read(self):
        keys = [order("ann", number) for number in [1, 2, 99]]
        reply = self.client.batch_get_item(RequestItems={self.table: {"Keys": keys, "ProjectionExpression": "amount"}})
        amounts = sorted(item["amount"]["N"] for item in reply["Responses"][self.table])
        self.assertEqual((amounts, reply["UnprocessedKeys"]), (["-1", "-2"], {}))


class Transactions(Round):
    def put(self, number, **more):
        return {"Put": {"TableName": self.table, "Item": order("ann", number), **more}}

    def test_all_or_nothing(self):
        check = {"ConditionCheck": {
            "TableName": self.table,
            "Key": order("ann", 7),
            "ConditionExpression": "attribute_exists(customer)",
        }}
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as caught:
            self.client.transact_write_items(TransactItems=[self.put(8), check])
        codes = [reason["Code"] for reason in caught.exception.response["CancellationReasons"]]
        self.assertEqual(codes, ["None", "ConditionalCheckFailed"])
        self.client.transact_write_items(TransactItems=[self.put(7), self.put(8)])
        gets = [{"Get": {"TableName": self.table, "Key": order("ann", number)}} for number in [7, 8, 9]]
        found = self.client.transact_get_items(TransactItems=gets)["Responses"]
        self.assertEqual(found, [{"Item": order("ann", 7)}, {"Item": order("ann", 8)}, {}])

    def test_a_token_makes_it_once(self):
        add = {"Update": {
            "TableName": self.table,
            "Key": order("ann", 20),
            "UpdateExpression": "ADD amount :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }}
        token = str(uuid.uuid4())
        for _ in range(2):
            self.client.transact_write_items(TransactItems=[add], ClientRequestToken=token)
        item = self.client.get_item(TableName=self.table, Key=order("ann", 20))["Item"]
        self.assertEqual(item["amount"], {"N": "1"})
        with self.assertRaises(self.client.exceptions.IdempotentParameterMismatchException):
            self.client.transact_write_items(TransactItems=[self.put(21)], ClientRequestToken=token)


class Control(Round):
    def description(self):
        return self.client.describe_table(TableName=self.table)["Table"]

    def wait_for_index(self, name, is_there):
        for _ in range(100):
            indexes = self.description()["GlobalSecondaryIndexes"]
            found = [index for index in indexes if index["IndexName"] == name]
            if [index["IndexStatus"] for index in found] == (["ACTIVE"] if is_there else []):
                return
            time.sleep(0.05)
        self.fail(f"{name} does not get there: {indexes}")

    def test_a_global_index_comes_and_goes(self):
        self.client.put_item(TableName=self.table, Item=order("ann", 1, amount={"N": "3"}))
        create = {"IndexName": "Amounts", "KeySchema": [key("amount")], "Projection": {"ProjectionType": "ALL"}}
        self.client.update_table(
            TableName=self.table,
            AttributeDefinitions=[{"AttributeName": "amount", "AttributeType": "N"}],
            GlobalSecondaryIndexUpdates=[{"Create": create}],
        )
        self.wait_for_index("Amounts", True)
        found = self.client.query(
            TableName=self.table,
            IndexName="Amounts",
            KeyConditionExpression="amount = :a",
            ExpressionAttributeValues={":a": {"N": "3.0"}},
        )
        self.assertEqual(found["Count"], 1)
        delete = {"Delete": {"IndexName": "Amounts"}}
        self.client.update_table(TableName=self.table, GlobalSecondaryIndexUpdates=[delete])
        self.wait_for_index("Amounts", False)

    def test_settings_change(self):
        throughput = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6}
        index = {"Update": {"IndexName": "ByStatus", "ProvisionedThroughput": throughput}}
        self.client.update_table(
            TableName=self.table,
            BillingMode="PROVISIONED",
            ProvisionedThroughput=throughput,
            GlobalSecondaryIndexUpdates=[index],
        )
        self.assertEqual(self.description()["ProvisionedThroughput"]["WriteCapacityUnits"], 6)
        self.client.update_table(TableName=self.table, DeletionProtectionEnabled=True)
        with self.assertRaises(ClientError) as caught:
            self.client.delete_table(TableName=self.table)
        self.assertEqual(caught.exception.response["Error"]["Code"], "ValidationException")
        self.client.update_table(TableName=self.table, DeletionProtectionEnabled=False)

    def test_tags(self):
        arn = self.description()["TableArn"]
        self.client.tag_resource(ResourceArn=arn, Tags=[{"Key": "team", "Value": "a"}, {"Key": "cost", "Value": "b"}])
        self.client.untag_resource(ResourceArn=arn, TagKeys=["cost"])
        self.assertEqual(self.client.list_tags_of_resource(ResourceArn=arn)["Tags"], [{"Key": "team", "Value": "a"}])

    def test_items_expire(self):
        specification = {"Enabled": True, "AttributeName": "until"}
        self.client.update_time_to_live(TableName=self.table, TimeToLiveSpecification=specification)
        described = self.client.describe_time_to_live(TableName=self.table)["TimeToLiveDescription"]
        self.assertEqual(described, {"AttributeName": "until", "TimeToLiveStatus": "ENABLED"})
        now = int(time.time())
        self.client.put_item(TableName=self.table, Item=order("old", 1, until={"N": str(now - 60)}))
        self.client.put_item(TableName=self.table, Item=order("new", 1, until={"N": str(now + 3600)}))
        self.assertNotIn("Item", self.client.get_item(TableName=self.table, Key=order("old", 1)))
        self.assertIn("Item", self.client.get_item(TableName=self.table, Key=order("new", 1)))

    def test_backups_limits_and_the_address(self):
        specification = {"PointInTimeRecoveryEnabled": True}
        self.client.update_continuous_backups(
            TableName=self.table, PointInTimeRecoverySpecification=specification
        )
        described = self.client.describe_continuous_backups(TableName=self.table)["ContinuousBackupsDescription"]
        recovery = described["PointInTimeRecoveryDescription"]
        self.assertEqual(recovery["PointInTimeRecoveryStatus"], "ENABLED")
        self.assertGreater(self.client.describe_limits()["TableMaxReadCapacityUnits"], 0)
        address = self.client.describe_endpoints()["Endpoints"][0]["Address"]
        self.assertEqual(f"http://{address}", self.client.meta.endpoint_url)

    def test_tables_are_listed_in_pages(self):
        pages = self.client.get_paginator("list_tables").paginate(PaginationConfig={"PageSize": 1})
        self.assertIn(self.table, [name for page in pages for name in page["TableNames"]])

    def test_dates_are_todays(self):
        created = self.description()["CreationDateTime"].timestamp()
        self.assertLess(abs(created - time.time()), 300)


class Streams(Round):
    settings = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}}

    def test_writes_are_read_back(self):
        for amount in ["1", "2"]:
            self.client.put_item(TableName=self.table, Item=order("ann", 1, amount={"N": amount}))
        self.client.delete_item(TableName=self.table, Key=order("ann", 1))
        streams = client("dynamodbstreams")
        self.addCleanup(streams.close)
        arn = streams.list_streams(TableName=self.table)["Streams"][0]["StreamArn"]
        self.assertEqual(arn, self.client.describe_table(TableName=self.table)["Table"]["LatestStreamArn"])
        shards = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shards[0]["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        page = streams.get_records(ShardIterator=iterator, Limit=2)
        rest = streams.get_records(ShardIterator=page["NextShardIterator"])
        records = page["Records"] + rest["Records"]
        self.assertEqual([record["eventName"] for record in records], ["INSERT", "MODIFY", "REMOVE"])
        self.assertEqual(records[1]["dynamodb"]["OldImage"]["amount"], {"N": "1"})
        self.assertLess(abs(records[0]["dynamodb"]["ApproximateCreationDateTime"].timestamp() - time.time()), 300)
        with self.assertRaises(streams.exceptions.ResourceNotFoundException):
            streams.describe_stream(StreamArn=arn.replace(self.table, "Nowhere"))
