"""boto3's client with PartiQL statements."""

import uuid

from setting import Round


class Statements(Round):
    def run_statement(self, statement, *parameters, **members):
        if parameters:
            members["Parameters"] = list(parameters)
        return self.client.execute_statement(Statement=statement.replace("TABLE", self.table), **members)

    def test_an_item_is_inserted_selected_updated_and_deleted(self):
        inserted = self.run_statement(
            "INSERT INTO TABLE VALUE {'customer': ?, 'order': 1, 'amount': 5.50, 'tags': <<'a', 'b'>>}",
            {"S": "ann"},
            ReturnConsumedCapacity="INDEXES",
        )
        self.assertEqual(inserted["Items"], [])
        self.assertEqual(inserted["ConsumedCapacity"]["CapacityUnits"], 2.0)
        with self.assertRaises(self.client.exceptions.DuplicateItemException):
            self.run_statement("INSERT INTO TABLE VALUE {'customer': 'ann', 'order': 1}")
        where = """WHERE customer = 'ann' AND "order" = 1"""
        selected = self.run_statement(f"SELECT amount, tags FROM TABLE {where}", ConsistentRead=True)["Items"]
        self.assertEqual(selected[0]["amount"], {"N": "5.5"})
        self.assertEqual(sorted(selected[0]["tags"]["SS"]), ["a", "b"])
        updated = self.run_statement(f"UPDATE TABLE SET amount = amount + 1 {where} RETURNING MODIFIED NEW *")
        self.assertEqual(updated["Items"], [{"amount": {"N": "6.5"}}])
        with self.assertRaises(self.client.exceptions.ConditionalCheckFailedException) as caught:
            self.run_statement(
                f"DELETE FROM TABLE {where} AND amount > 100", ReturnValuesOnConditionCheckFailure="ALL_OLD"
            )
        self.assertEqual(caught.exception.response["Item"]["amount"], {"N": "6.5"})
        deleted = self.run_statement(f"DELETE FROM TABLE {where} RETURNING ALL OLD *")
        self.assertEqual(deleted["Items"][0]["amount"], {"N": "6.5"})
        self.assertEqual(self.run_statement(f"SELECT * FROM TABLE {where}")["Items"], [])

    def test_a_select_is_paged(self):
        for number in range(5):
            self.run_statement("INSERT INTO TABLE VALUE {'customer': 'bob', 'order': ?}", {"N": str(number)})
        statement = """SELECT "order" FROM TABLE WHERE customer = ? ORDER BY "order" DESC"""
        orders, more = [], {}
        while True:
            page = self.run_statement(statement, {"S": "bob"}, Limit=2, **more)
            orders += [int(item["order"]["N"]) for item in page["Items"]]
            if "NextToken" not in page:
                break
            more = {"NextToken": page["NextToken"]}
        self.assertEqual(orders, [4, 3, 2, 1, 0])

    def test_statements_of_a_batch_fail_alone(self):
        statements = [
            {"Statement": f"INSERT INTO {self.table} VALUE {{'customer': 'cid', 'order': {number}}}"}
            for number in [1, 2]
        ]
        self.client.batch_execute_statement(Statements=statements[:1])
        duplicate, done = self.client.batch_execute_statement(Statements=statements)["Responses"]
        self.assertEqual(duplicate["Error"]["Code"], "DuplicateItem")
        self.assertEqual(done, {"TableName": self.table})

    def test_a_transaction_is_done_once_or_not_at_all(self):
        insert = f"INSERT INTO {self.table} VALUE {{'customer': 'dan', 'order': 1, 'amount': 1}}"
        exists = f"""EXISTS(SELECT * FROM {self.table} WHERE customer = 'dan' AND "order" = 1 AND amount = ?)"""
        update = f"""UPDATE {self.table} SET amount = 2 WHERE customer = 'eve' AND "order" = 1"""
        token = str(uuid.uuid4())
        for _ in range(2):
            self.client.execute_transaction(TransactStatements=[{"Statement": insert}], ClientRequestToken=token)
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as caught:
            self.client.execute_transaction(
                TransactStatements=[
                    {"Statement": exists, "Parameters": [{"N": "1"}]},
                    {"Statement": update},
                ]
            )
        codes = [reason["Code"] for reason in caught.exception.response["CancellationReasons"]]
        self.assertEqual(codes, ["None", "ConditionalCheckFailed"])
