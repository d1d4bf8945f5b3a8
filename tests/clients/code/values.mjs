import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, NumberValue } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new PutCommand({
  TableName: "Orders",
  Item: {
    CustomerId: "It's \"C1\" \\ $HOME `x` {y}",
    OrderId: 12345678901234567890123456789012345678n,
    lines: "one\ntwo\tthree\r\n",
    words: "naïve 日本 🙂 \u202ehidden\u200b \u0000 ${x}",
    empty: "",
    small: NumberValue.from("-0.000000000000000000000000000012345"),
    smallest: NumberValue.from("1E-130"),
    large: NumberValue.from("1E+100"),
    decimal: 199.99,
    integer: 9007199254740993n,
    binary: Buffer.from("AAF/gP8nIlxhCg==", "base64"),
    none: Buffer.from("", "base64"),
    yes: true,
    no: false,
    nothing: null,
    list: [1, "two", [], {}, Buffer.from("/w==", "base64")],
    map: { "with space": "a", for: 2, "it's": null },
    strings: new Set(["a", "it's", "\"b\""]),
    numbers: new Set([
      NumberValue.from("1"),
      NumberValue.from("2.5"),
      NumberValue.from("12345678901234567890.5"),
    ]),
    integers: new Set([3, -1]),
    binaries: new Set([Buffer.from("AP8=", "base64"), Buffer.from("YQ==", "base64")]),
  },
  ReturnConsumedCapacity: "INDEXES",
});
const reply = await client.send(command);
console.log(reply);
