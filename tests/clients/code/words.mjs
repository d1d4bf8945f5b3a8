import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, NumberValue } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const command = new PutCommand({
  TableName: "Orders",
  Item: {
    CustomerId: "It's \"C1\" \\ \\n $HOME $(ls) `x` {y} !z",
    OrderId: 12345678901234567890123456789012345678n,
    lines: "one\ntwo\tthree\r\n",
    words: "naïve 日本 🙂 \u202ehidden\u200b \u0000 ${x}",
    empty: "",
    exact: new Set([
      NumberValue.from("0.1"),
      NumberValue.from("199.99"),
      NumberValue.from("-1E-130"),
      NumberValue.from("99E+124"),
      NumberValue.from("9007199254740993"),
    ]),
    texts: new Set(["a", "it's", "\"b\""]),
    nested: { "with space": [null, false], "it's": {} },
  },
  ReturnConsumedCapacity: "INDEXES",
  ReturnItemCollectionMetrics: "SIZE",
});
const reply = await client.send(command);
console.log(reply);
