from decimal import Decimal

import boto3

table = boto3.resource("dynamodb").Table("Orders")

reply = table.put_item(
    Item={
        "CustomerId": "It's \"C1\" \\ \\n $HOME $(ls) `x` {y} !z",
        "OrderId": 12345678901234567890123456789012345678,
        "lines": "one\ntwo\tthree\r\n",
        "words": "naïve 日本 🙂 \u202ehidden\u200b \x00 ${x}",
        "empty": "",
        "exact": {
            Decimal("0.1"),
            Decimal("199.99"),
            Decimal("-1E-130"),
            Decimal("99E+124"),
            9007199254740993,
        },
        "texts": {"a", "it's", "\"b\""},
        "nested": {"with space": [None, False], "it's": {}},
    },
    ReturnConsumedCapacity="INDEXES",
    ReturnItemCollectionMetrics="SIZE",
)
print(reply)
