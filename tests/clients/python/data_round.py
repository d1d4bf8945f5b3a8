"""A database in a file: it is there again after a stop, and whole after a kill."""

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

    def start(self):
        """An endpoint on the file, and a client of it."""
        command = [PROGRAM, "--port", "0", "--data", str(self.path)]
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

    def test_a_kill_at_any_moment_loses_the_last_moment_at_most(self):
        seed = int(os.environ.get("SEED", time.time_ns() % 1_000_000))
        chance = random.Random(seed)
        known = 0
        for _ in range(5):
            process, client = self.start()
            if "Kept" not in client.list_tables()["TableNames"]:
                client.create_table(**orders("Kept"))
            found = client.scan(TableName="Kept", Select="COUNT")["Count"]
            self.assertGreaterEqual(found, known, f"SEED={seed}")
            threading.Timer(chance.uniform(0.4, 0.9), process.kill).start()
            written = []
            try:
                while True:
                    number = {"N": str(found + len(written))}
                    item = {"customer": {"S": "ann"}, "order": number, "note": {"S": "x" * 200}}
                    client.put_item(TableName="Kept", Item=item)
                    written.append(time.monotonic())
            except botocore.exceptions.BotoCoreError:
                killed = time.monotonic()
            process.wait()
            # Two pauses and a slow disk: what is older than that must have been saved.
            known = found + len([moment for moment in written if moment < killed - 0.7])

    def test_a_damaged_file_is_left_as_it_is(self):
        self.path.write_text('{"v":1,"tables":[')
        run = subprocess.run(
            [PROGRAM, "--port", "0", "--data", str(self.path)], capture_output=True, text=True, timeout=10
        )
        self.assertEqual(run.returncode, 1)
        self.assertIn("It stays as it is", run.stderr)
        self.assertEqual(self.path.read_text(), '{"v":1,"tables":[')
