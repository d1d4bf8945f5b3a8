"""A database in a file: it is there again after a stop, and whole after a kill."""

import contextlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import botocore.exceptions

from setting import CONFIG, SESSION, orders

PROGRAM = os.environ.get("ENDPOINT_PROGRAM")


@unittest.skipUnless(PROGRAM, "ENDPOINT_PROGRAM names no endpoint that may be killed")
class Data(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "data.json"

    def start(self, *arguments):
        """An endpoint on the file, and a client of it."""
        command = [PROGRAM, "--port", "0", "--data", str(self.path), *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        address = re.search(r"http://\S+", process.stdout.readline())
        self.assertIsNotNone(address, "it did not start")
        client = SESSION.client("dynamodb", endpoint_url=address[0], config=CONFIG)
        self.addCleanup(client.close)
        return process, client

    def test_what_was_there_at_a_stop_is_there_again(self):
        process, client = self.start()
        client.create_table(**orders("Kept"))
        client.put_item(TableName="Kept", Item={"customer": {"S": "ann"}, "order": {"N": "1"}})
        described = client.describe_table(TableName="Kept")["Table"]
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(10), 0)
        self.assertEqual([path.name for path in self.path.parent.iterdir()], ["data.json"])
        _, client = self.start()
        self.assertEqual(client.describe_table(TableName="Kept")["Table"], described)
        self.assertEqual(client.scan(TableName="Kept")["Count"], 1)

    def test_a_kill_loses_nothing_that_was_acknowledged(self):
        acknowledged = 0
        for _ in range(3):
            process, client = self.start()
            if acknowledged == 0:
                client.create_table(**orders("Kept"))
            self.assertEqual(client.scan(TableName="Kept", Select="COUNT")["Count"], acknowledged)
            for _ in range(20):
                item = {"customer": {"S": "ann"}, "order": {"N": str(acknowledged)}}
                client.put_item(TableName="Kept", Item=item)
                acknowledged += 1
            process.kill()
            process.wait()

    def test_a_kill_loses_nothing_of_the_last_snapshot(self):
        seed = int(os.environ.get("SEED", time.time_ns() % 1_000_000))
        chance = random.Random(seed)
        for _ in range(5):
            process, client = self.start("--durability", "snapshot")
            if "Kept" not in client.list_tables()["TableNames"]:
                client.create_table(**orders("Kept"))
            # The items may fill more than one page.
            pages = client.get_paginator("scan").paginate(TableName="Kept", Select="COUNT")
            found = sum(page["Count"] for page in pages)
            self.assertGreaterEqual(found, self.saved_count(), f"SEED={seed}")
            number, killer = found, None
            with contextlib.suppress(botocore.exceptions.BotoCoreError):
                while True:
                    item = {"customer": {"S": "ann"}, "order": {"N": str(number)}, "note": {"S": "x" * 2_000}}
                    client.put_item(TableName="Kept", Item=item)
                    number += 1
                    if killer is None and self.saved_count() > found:
                        killer = threading.Timer(chance.uniform(0, 0.4), process.kill)
                        killer.start()
            process.wait()

    def saved_count(self):
        """How many items the file holds, which is whole at any moment."""
        if not self.path.exists():
            return 0
        tables = json.loads(self.path.read_text()).get("tables", [])
        return sum(len(table.get("Items", [])) for table in tables)

    def test_a_damaged_file_is_left_as_it_is(self):
        self.path.write_text('{"v":1,"tables":[')
        run = subprocess.run(
            [PROGRAM, "--port", "0", "--data", str(self.path)], capture_output=True, text=True, timeout=10
        )
        self.assertEqual(run.returncode, 1)
        self.assertIn("It stays as it is", run.stderr)
        self.assertEqual(self.path.read_text(), '{"v":1,"tables":[')
