"""The AWS CLI: what people type."""

import json
import os
import subprocess
import sys

from setting import CREDENTIALS, ENDPOINT, Round

ENVIRONMENT = {
    **os.environ,
    "AWS_ACCESS_KEY_ID": CREDENTIALS["aws_access_key_id"],
    "AWS_SECRET_ACCESS_KEY": CREDENTIALS["aws_secret_access_key"],
    "AWS_DEFAULT_REGION": CREDENTIALS["region_name"],
    "AWS_ENDPOINT_URL": ENDPOINT,
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    "AWS_PAGER": "",
}


def aws(*words):
    """Runs a command and returns what it printed, or the code and message with which it failed."""
    command = [sys.executable, "-m", "awscli", "dynamodb", *words]
    run = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
    if run.returncode != 0:
        return run.returncode, run.stderr.strip()
    return json.loads(run.stdout) if run.stdout.strip() else {}


class CommandLine(Round):
    def test_a_day_at_the_terminal(self):
        of_table = ["--table-name", self.table]
        for number in ["1", "2", "3"]:
            item = {"customer": {"S": "cli"}, "order": {"N": number}}
            self.assertEqual(aws("put-item", *of_table, "--item", json.dumps(item)), {})
        query = [
            *["--key-condition-expression", "customer = :c"],
            *["--expression-attribute-values", json.dumps({":c": {"S": "cli"}})],
        ]
        first = aws("query", *of_table, *query, "--max-items", "2")
        rest = aws("query", *of_table, *query, "--starting-token", first["NextToken"])
        self.assertEqual([item["order"]["N"] for item in first["Items"] + rest["Items"]], ["1", "2", "3"])
        counted = aws("scan", *of_table, "--page-size", "1", "--query", "Count")
        self.assertEqual(counted, 3)
        put = {"Put": {"TableName": self.table, "Item": item, "ConditionExpression": "attribute_not_exists(customer)"}}
        code, message = aws("transact-write-items", "--transact-items", json.dumps([put]))
        self.assertEqual(code, 255)
        self.assertIn("An error occurred (TransactionCanceledException) when calling the TransactWriteItems", message)
        self.assertEqual(aws("wait", "table-exists", *of_table), {})
