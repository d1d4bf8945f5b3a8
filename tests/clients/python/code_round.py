"""Requests written as code, run by their tools: each has the reply and the effect of the request itself.

`../code` has the requests and the texts, which `web/playground/tests/code.rs` compares with what the page writes.
"""

import http.client
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

from setting import CREDENTIALS, ENDPOINT
from wire_round import SIGNATURE

FOLDER = pathlib.Path(__file__).parent.parent
REQUESTS = sorted((FOLDER / "code").glob("*.*.json"))

#: Members of replies that are different each time.
UNSTABLE = {"TableId", "CreationDateTime", "LatestStreamArn", "LatestStreamLabel", "LastUpdateToPayPerRequestDateTime"}


def send(operation, body):
    """Sends a request without a client, and returns its status and reply."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(ENDPOINT).netloc)
    service = "DynamoDBStreams_20120810" if operation == "ListStreams" else "DynamoDB_20120810"
    headers = {
        "X-Amz-Target": f"{service}.{operation}",
        "Content-Type": "application/x-amz-json-1.0",
        "Authorization": SIGNATURE,
        "X-Amz-Date": "20261120T130000Z",
    }
    text = body if isinstance(body, str) else json.dumps(body)
    connection.request("POST", "/", text.encode(), headers)
    reply = connection.getresponse()
    result = reply.status, json.loads(reply.read())
    connection.close()
    return result


def stable(value):
    """A reply without what is different each time."""
    if isinstance(value, dict):
        return {name: stable(member) for name, member in value.items() if name not in UNSTABLE}
    if isinstance(value, (list, tuple)):
        return [stable(element) for element in value]
    return value


def table_names():
    return send("ListTables", {})[1]["TableNames"]


def prepare():
    """Leaves nothing but the tables and items of `setup.json`."""
    for name in table_names():
        send("UpdateTable", {"TableName": name, "DeletionProtectionEnabled": False})
        send("DeleteTable", {"TableName": name})
    for operation, request in json.loads((FOLDER / "code/setup.json").read_text()):
        status, reply = send(operation, request)
        assert status == 200, reply


def state():
    """All that the database holds."""
    return {
        name: [send(operation, {"TableName": name}) for operation in ["DescribeTable", "DescribeTimeToLive", "Scan"]]
        for name in table_names()
    }


class Recorder(http.server.BaseHTTPRequestHandler):
    """Passes requests to the endpoint, and keeps the replies."""

    protocol_version = "HTTP/1.1"
    replies = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(ENDPOINT).netloc)
        headers = {name: text for name, text in self.headers.items() if name.lower() not in ("host", "connection")}
        headers["Accept-Encoding"] = "identity"
        connection.request("POST", self.path, body, headers)
        reply = connection.getresponse()
        content = reply.read()
        operation = self.headers["X-Amz-Target"].split(".")[1]
        self.replies.append((operation, reply.status, json.loads(content)))
        self.send_response(reply.status)
        for name, text in reply.getheaders():
            if name.lower() not in ("connection", "date", "transfer-encoding", "content-length"):
                self.send_header(name, text)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        connection.close()

    def log_message(self, *_):
        pass


class Code(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.recorder = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
        threading.Thread(target=cls.recorder.serve_forever, daemon=True).start()
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        (cls.folder / "node_modules").symlink_to(FOLDER / "javascript/node_modules")
        # The command is found as a shell finds it.
        aws = cls.folder / "aws"
        aws.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m awscli "$@"\n')
        aws.chmod(0o755)
        cls.environment = {
            **os.environ,
            "AWS_ACCESS_KEY_ID": CREDENTIALS["aws_access_key_id"],
            "AWS_SECRET_ACCESS_KEY": CREDENTIALS["aws_secret_access_key"],
            "AWS_DEFAULT_REGION": CREDENTIALS["region_name"],
            "AWS_REGION": CREDENTIALS["region_name"],
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{cls.recorder.server_port}",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_MAX_ATTEMPTS": "1",
            "AWS_PAGER": "",
        }

    @classmethod
    def tearDownClass(cls):
        prepare()
        for name in table_names():
            send("DeleteTable", {"TableName": name})
        cls.recorder.shutdown()
        cls.recorder.server_close()
        shutil.rmtree(cls.folder)

    def check(self, end, command, environment=None, is_supported=lambda body: True):
        self.assertGreaterEqual(len(REQUESTS), 18)
        for path in REQUESTS:
            name, operation, _ = path.name.split(".")
            body = path.read_text()
            if not is_supported(body):
                continue
            with self.subTest(name):
                prepare()
                expected = send(operation, body)
                self.assertEqual(expected[0], 200, expected)
                expected_state = state()
                prepare()
                Recorder.replies.clear()
                program = self.folder / f"{name}.{end}"
                shutil.copyfile(path.parent / program.name, program)
                run = subprocess.run(
                    [*command, str(program)], env=environment or self.environment, capture_output=True, text=True
                )
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(stable(Recorder.replies), stable([(operation, *expected)]))
                self.assertEqual(stable(state()), stable(expected_state))

    def test_the_aws_cli_runs_each_command(self):
        # Version 1 encodes binaries in JSON once more; for version 2 they are what they are in the API.
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        self.check("sh", ["sh"], {**self.environment, "PATH": path}, lambda body: not has_binary(body))

    def test_version_2_of_the_aws_cli_runs_each_command(self):
        version = subprocess.run(["aws", "--version"], capture_output=True, text=True) if shutil.which("aws") else None
        if version is None or not version.stdout.startswith("aws-cli/2"):
            self.skipTest("version 2 of the AWS CLI is not installed")
        self.check("sh", ["sh"])

    def test_node_runs_each_program(self):
        self.check("mjs", ["node"])

    def test_python_runs_each_program(self):
        self.check("py", [sys.executable])


def has_binary(body):
    return any(f'"{tag}":' in body for tag in ["B", "BS"])
