// A sandbox with the longest names and values that DynamoDB allows, for journeys.

/** A name of 255 characters, the most of a table or an index, without a place to break it. */
const longest = (start) => start.padEnd(255, "abcdefghij");

/** The same for an attribute that is a key. */
const KEYS = ["partition", "sort", "other"].map(longest);

/** A document with a table, two indexes and an item whose names, keys and numbers are as long as they can be. */
export function longestNames() {
  const [partition, sort, other] = KEYS;
  const key = (hash, range) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  const number = "9".repeat(38);
  const table = {
    TableName: longest("Table"),
    AttributeDefinitions: [
      { AttributeName: partition, AttributeType: "S" },
      { AttributeName: sort, AttributeType: "S" },
      { AttributeName: other, AttributeType: "N" },
    ],
    KeySchema: key(partition, sort),
    LocalSecondaryIndexes: [
      { IndexName: longest("Local"), KeySchema: key(partition, other), Projection: { ProjectionType: "ALL" } },
    ],
    GlobalSecondaryIndexes: [
      { IndexName: longest("Global"), KeySchema: key(sort, other), Projection: { ProjectionType: "KEYS_ONLY" } },
    ],
    BillingMode: "PAY_PER_REQUEST",
    Items: ["a", "b"].map((letter) => ({
      [partition]: { S: "p".repeat(2_048) },
      [sort]: { S: letter.repeat(1_024) },
      ...(letter === "a" && { [other]: { N: number } }),
      ["attribute".padEnd(3_000, "xyz")]: { S: "text".repeat(500) },
    })),
  };
  return { v: 1, title: "T".repeat(120), tables: [table] };
}
