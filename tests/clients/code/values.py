from decimal import Decimal

import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.put_item(
    Item={
        "CustomerId": "It's \"C1\" \\ $HOME `x` {y}",
        "OrderId": 12345678901234567890123456789012345678,
        "lines": "one\ntwo\tthree\r\n",
        "words": "naïve 日本 🙂 \u202ehidden\u200b \x00 ${x}",
        "empty": "",
        "small": Decimal("-0.000000000000000000000000000012345"),
        "smallest": Decimal("1E-130"),
        "large": Decimal("1E+100"),
        "decimal": Decimal("199.99"),
        "integer": 9007199254740993,
        "binary": b"\x00\x01\x7f\x80\xff\'\"\\a\n",
        "none": b"",
        "yes": True,
        "no": False,
        "nothing": None,
        "list": [1, "two", [], {}, b"\xff"],
        "map": {"with space": "a", "for": 2, "it's": None},
        "strings": {"a", "it's", "\"b\""},
        "numbers": {1, Decimal("2.5"), Decimal("12345678901234567890.5")},
        "integers": {3, -1},
        "binaries": {b"\x00\xff", b"a"},
    },
    ReturnConsumedCapacity="INDEXES",
)
print(reply)
