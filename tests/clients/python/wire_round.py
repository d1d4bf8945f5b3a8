"""The protocol below the clients: sums, packing, and connections that stay open."""

import gzip
import http.client
import json
import unittest
import urllib.parse
import zlib

from setting import ENDPOINT

SIGNATURE = "AWS4-HMAC-SHA256 Credential=a/20261120/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"


class Wire(unittest.TestCase):
    def setUp(self):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(ENDPOINT).netloc)
        self.addCleanup(self.connection.close)

    def send(self, operation, request, method="POST", **headers):
        headers = {
            "X-Amz-Target": f"DynamoDB_20120810.{operation}",
            "Content-Type": "application/x-amz-json-1.0",
            "Authorization": SIGNATURE,
            "X-Amz-Date": "20261120T130000Z",
            **{name.replace("_", "-"): text for name, text in headers.items()},
        }
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        self.connection.request(method, "/", body, headers)
        reply = self.connection.getresponse()
        body = reply.read()
        if "x-amz-crc32" in reply.headers:
            self.assertEqual(int(reply.headers["x-amz-crc32"]), zlib.crc32(body))
        return reply, body

    def test_a_connection_serves_many_calls(self):
        identifiers = set()
        for _ in range(20):
            reply, body = self.send("ListTables", {})
            self.assertEqual((reply.status, reply.headers["Content-Type"]), (200, "application/x-amz-json-1.0"))
            identifiers.add(reply.headers["x-amzn-RequestId"])
        self.assertEqual(len(identifiers), 20)

    def test_a_member_that_the_service_does_not_have_is_ignored(self):
        reply, _ = self.send("ListTables", {"Limit": 1, "Limmit": 5})
        self.assertEqual(reply.status, 200)

    def test_a_member_that_is_not_implemented_is_rejected(self):
        reply, body = self.send("UpdateTable", {"TableName": "Orders", "VectorIndexUpdates": []})
        self.assertEqual(reply.status, 400)
        self.assertIn('Unknown parameter in input: "VectorIndexUpdates"', json.loads(body)["message"])

    def test_bodies_are_packed_in_both_directions(self):
        packed = gzip.compress(json.dumps({"Limit": 1}).encode())
        reply, _ = self.send("ListTables", packed, Content_Encoding="gzip")
        self.assertEqual(reply.status, 200)
        name = "n" * 255
        table = {
            "TableName": "Wire",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": name, "AttributeType": "S"},
                {"AttributeName": "m" * 255, "AttributeType": "S"},
            ],
            "KeySchema": [
                {"AttributeName": name, "KeyType": "HASH"},
                {"AttributeName": "m" * 255, "KeyType": "RANGE"},
            ],
        }
        reply, body = self.send("CreateTable", table, Accept_Encoding="gzip")
        self.addCleanup(lambda: self.send("DeleteTable", {"TableName": "Wire"}))
        self.assertEqual(reply.headers["Content-Encoding"], "gzip")
        self.assertIn(name, gzip.decompress(body).decode())

    def test_a_body_that_is_too_large_is_refused(self):
        try:
            reply, body = self.send("PutItem", b" " * (16 * 1024 * 1024 + 1))
        except (BrokenPipeError, ConnectionResetError):
            return  # It hung up before all was sent, as it may.
        self.assertEqual((reply.status, body), (413, b""))

    def test_a_page_may_ask_only_if_its_origin_is_allowed(self):
        for origin, expected in [
            ("http://example.com", (200, "http://example.com")),
            ("http://other.example", (403, None)),
        ]:
            reply, _ = self.send("", b"", method="OPTIONS", Origin=origin, Access_Control_Request_Method="POST")
            self.assertEqual((reply.status, reply.headers["Access-Control-Allow-Origin"]), expected)
