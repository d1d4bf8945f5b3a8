// The database for JavaScript without the SDK: calls, rejections, settings, time, events, and single requests.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { beforeEach, test } from "node:test";
import start, { Database } from "sparsebox";

await start();

const ORDERS = {
  TableName: "Orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
};

/** What an index of open orders needs besides. */
const AttributeDefinitions = [...ORDERS.AttributeDefinitions, { AttributeName: "open", AttributeType: "S" }];

const OPEN_ORDERS = {
  IndexName: "OpenOrders",
  KeySchema: [{ AttributeName: "open", KeyType: "HASH" }],
  Projection: { ProjectionType: "KEYS_ONLY" },
};

/** @type {Database} */
let database;

beforeEach(() => {
  database = new Database();
});

test("a call takes and returns DynamoDB's JSON", () => {
  assert.equal(database.call("CreateTable", ORDERS).TableDescription.TableStatus, "CREATING");
  const Item = { id: { S: "o-1" }, total: { N: "1e2" }, photo: { B: "AP8=" } };
  const put = database.call("PutItem", { TableName: "Orders", Item, ReturnConsumedCapacity: "TOTAL" });
  assert.deepEqual(put, { ConsumedCapacity: { TableName: "Orders", CapacityUnits: 1 } });
  const got = database.call("GetItem", { TableName: "Orders", Key: { id: { S: "o-1" } } });
  assert.deepEqual(got, { Item: { ...Item, total: { N: "100" } } });
  assert.deepEqual(database.call("ListTables"), { TableNames: ["Orders"] });
});

test("an error is an exception with the members of the reply", () => {
  database.call("CreateTable", ORDERS);
  const put = { TableName: "Orders", Item: { id: { S: "o-1" } } };
  database.call("PutItem", put);
  const condition = {
    ConditionExpression: "attribute_not_exists(id)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  assert.throws(() => database.call("PutItem", { ...put, ...condition }), {
    name: "ConditionalCheckFailedException",
    message: "The conditional request failed",
    __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
    Item: put.Item,
  });
  assert.throws(() => database.call("PutItem", { TableName: "Orders", Item: { id: { N: 1 } } }), {
    name: "SerializationException",
    __type: "com.amazon.coral.service#SerializationException",
  });
  assert.throws(() => database.call("PutItems", {}), { name: "UnknownOperationException" });
  assert.throws(() => database.call("PutItem", undefined), { name: "ValidationException" });
  const update = { TableName: "Orders", Key: put.Item, UpdateExpression: "SET a = :none" };
  assert.throws(() => database.call("UpdateItem", update), (error) => {
    assert.ok(error instanceof Error);
    assert.match(String(error), /^ValidationException: .*:none/);
    return true;
  });
});

test("settings are named as the types name them, and are whole numbers", () => {
  const wrong = [
    [{ propagationDelay: 1 }, "`propagationDelay` is not a setting."],
    [{ epochSeconds: 0.5 }, "`epochSeconds` is a whole number that is not negative."],
    [{ createTableMs: -1 }, "`createTableMs` is a whole number that is not negative."],
    [{ wording: "new" }, '`wording` is "classic" or "revised".'],
    [1, "Settings are an object."],
  ];
  for (const [config, message] of wrong) {
    assert.throws(() => new Database(config), { name: "TypeError", message });
  }
  const set = new Database({ epochSeconds: 1_700_000_000, wording: "classic", createTableMs: 10 });
  const { TableStatus, CreationDateTime } = set.call("CreateTable", ORDERS).TableDescription;
  assert.deepEqual([TableStatus, CreationDateTime], ["CREATING", 1_700_000_000]);
});

test("time passes by whole milliseconds and never back", () => {
  database.advance(0);
  database.advance(1_500);
  database.advance(2 ** 40);
  assert.equal(database.now(), 1_500 + 2 ** 40);
  for (const ms of [-1, 0.5, NaN, Infinity, "1", 1n, undefined, null]) {
    assert.throws(() => database.advance(ms), { name: "RangeError" }, String(ms));
  }
  assert.equal(database.now(), 1_500 + 2 ** 40);
});

test("events are returned once and in order", () => {
  database = new Database({ propagationDelayMs: 200 });
  database.call("CreateTable", { ...ORDERS, AttributeDefinitions, GlobalSecondaryIndexes: [OPEN_ORDERS] });
  const [first, second] = [{ id: { S: "o-1" } }, { id: { S: "o-1" }, open: { S: "2026" } }];
  database.call("PutItem", { TableName: "Orders", Item: first });
  database.call("PutItem", { TableName: "Orders", Item: second });
  database.advance(200);
  const about = (at, sequence) => ({ at, sequence, table: "Orders" });
  assert.deepEqual(database.events(), [
    { ...about(0, 0), kind: "TableCreated" },
    { ...about(0, 1), kind: "ItemWritten", new: first },
    { ...about(0, 2), kind: "IndexEntrySkipped", index: "OpenOrders", faults: [{ attribute: "open", kind: "Missing" }] },
    { ...about(0, 3), kind: "ItemWritten", old: first, new: second },
    { ...about(0, 4), kind: "IndexChangeScheduled", index: "OpenOrders", due: 200 },
    { ...about(200, 5), kind: "IndexEntryPut", index: "OpenOrders", item: second },
  ]);
  assert.deepEqual(database.events(), []);
});

test("every kind of event reaches JavaScript", () => {
  live(database);
  const events = database.events();
  const kinds = new Set(events.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), [
    "ConditionFailed",
    "IndexBackfillStarted",
    "IndexBackfilled",
    "IndexChangeScheduled",
    "IndexCreated",
    "IndexDropped",
    "IndexEntryChanged",
    "IndexEntryDeleted",
    "IndexEntryMoved",
    "IndexEntryPut",
    "IndexEntrySkipped",
    "ItemDeleted",
    "ItemExpired",
    "ItemWritten",
    "TableCreated",
    "TableDeleted",
    "TableUpdated",
    "TimeToLiveDisabled",
    "TimeToLiveEnabled",
  ]);
  const { at, sequence, ...backfilled } = events.find(({ kind }) => kind === "IndexBackfilled");
  assert.deepEqual(backfilled, {
    kind: "IndexBackfilled",
    table: "Orders",
    index: "OpenOrders",
    entryCount: 1,
    writeUnits: 1,
  });
});

test("a saved database continues in another database", async () => {
  database = new Database({ propagationDelayMs: 200 });
  database.call("CreateTable", { ...ORDERS, AttributeDefinitions, GlobalSecondaryIndexes: [OPEN_ORDERS] });
  database.advance(1_000);
  database.call("PutItem", { TableName: "Orders", Item: { id: { S: "o-1" }, open: { S: "2026" } } });
  const saved = database.save();
  const other = new Database();
  const handler = other.requestHandler();
  other.load(saved);
  assert.equal(other.save(), saved);
  assert.equal(other.now(), 1_000);
  const request = { TableName: "Orders", IndexName: "OpenOrders" };
  assert.equal(other.call("Scan", request).Count, 0);
  other.advance(200);
  assert.equal(other.call("Scan", request).Count, 1);
  assert.equal(database.call("Scan", request).Count, 0);
  const headers = { "x-amz-target": "DynamoDB_20120810.ListTables" };
  const { response } = await handler.handle({ headers, body: "{}" });
  assert.equal(new TextDecoder().decode(response.body), '{"TableNames":["Orders"]}');
});

test("a sandbox of the page is loaded like any other", async () => {
  const sandbox = new URL("../../../static/open-orders.json", import.meta.url);
  database.load(await readFile(sandbox, "utf8"));
  const query = {
    TableName: "Orders",
    IndexName: "OpenOrders",
    KeyConditionExpression: "CustomerId = :c",
    ExpressionAttributeValues: { ":c": { S: "C1" } },
  };
  const { Items } = database.call("Query", query);
  assert.deepEqual(Items.map(({ OrderId }) => OrderId.S), ["O-1006", "O-1003"]);
});

test("a text that is not a database changes nothing", () => {
  database.call("CreateTable", ORDERS);
  const before = database.save();
  for (const text of ["", "{}", "[]", '{"v":99}', before.slice(0, -1), before.replace('"id"', "0")]) {
    assert.throws(() => database.load(text), { name: "SyntaxError" }, text);
    assert.equal(database.save(), before);
  }
});

test("a request is answered as by the service, for every type of body", async () => {
  const handler = database.requestHandler();
  const headers = { "X-Amz-Target": "DynamoDB_20120810.ListTables" };
  const bytes = new TextEncoder().encode("{}");
  const names = new Set();
  for (const body of ["{}", bytes, bytes.buffer]) {
    const { response } = await handler.handle({ headers, body });
    assert.equal(response.statusCode, 200);
    assert.equal(new TextDecoder().decode(response.body), '{"TableNames":[]}');
    const { "x-amzn-requestid": name, ...rest } = response.headers;
    assert.match(name, /^[0-9A-V]{52}$/);
    names.add(name);
    assert.deepEqual(rest, {
      "content-length": "17",
      "content-type": "application/x-amz-json-1.0",
      "x-amz-crc32": "1315925753",
    });
  }
  assert.equal(names.size, 3);
});

test("an invalid request is rejected as by the service", async () => {
  const handler = database.requestHandler();
  const target = (name) => ({ "x-amz-target": name });
  const rejections = [
    [{ headers: target("DynamoDB_20120810.Nothing"), body: "{}" }, "UnknownOperationException"],
    [{ headers: target("DynamoDB_20120810.ListStreams"), body: "{}" }, "UnknownOperationException"],
    [{ headers: target("DynamoDBStreams_20120810.ListTables"), body: "{}" }, "UnknownOperationException"],
    [{ headers: {}, body: "{}" }, "UnknownOperationException"],
    [{ headers: target("DynamoDB_20120810.ListTables"), body: "{" }, "SerializationException"],
    [{ headers: target("DynamoDB_20120810.ListTables") }, "SerializationException"],
    [{ headers: target("DynamoDB_20120810.ListTables"), body: new Uint8Array([0xff]) }, "SerializationException"],
  ];
  for (const [request, name] of rejections) {
    const { response } = await handler.handle(request);
    assert.equal(response.statusCode, 400);
    const { __type } = JSON.parse(new TextDecoder().decode(response.body));
    assert.equal(__type, `com.amazon.coral.service#${name}`);
  }
  const stream = { headers: target("DynamoDB_20120810.ListTables"), body: new ReadableStream() };
  await assert.rejects(handler.handle(stream), { name: "TypeError" });
});

test("every operation has its name in the types", async () => {
  const types = await readFile(new URL("sparsebox.d.ts", import.meta.resolve("sparsebox")), "utf8");
  const [, union] = types.match(/type OperationName =([^;]*);/);
  assert.deepEqual(union.match(/\w+/g), Database.operations());
});

test("no file of the package names a machine or a registry", async () => {
  const folder = new URL(".", import.meta.resolve("sparsebox"));
  for (const name of await readdir(folder)) {
    const text = await readFile(new URL(name, folder), "latin1");
    assert.doesNotMatch(text, /\/(root|home|Users)\/|crates\.io|npmjs|[\\/]registry[\\/]/, name);
  }
});

/** The whole life of a table, with at least one event of each kind. */
function live(database) {
  const key = (id) => ({ id: { S: id } });
  const call = (operation, request = {}) => database.call(operation, { TableName: "Orders", ...request });
  const write = (id, open) => call("PutItem", { Item: { ...key(id), ...(open && { open: { S: open } }) } });
  const expire = (Enabled) =>
    call("UpdateTimeToLive", { TimeToLiveSpecification: { AttributeName: "until", Enabled } });
  call("CreateTable", ORDERS);
  write("o-1", "2025");
  call("UpdateTable", { AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: OPEN_ORDERS }] });
  write("o-1", "2026");
  write("o-2");
  call("DeleteItem", { Key: key("o-1") });
  assert.throws(() =>
    call("DeleteItem", { Key: key("o-1"), ConditionExpression: "attribute_exists(id)" }),
  );
  expire(true);
  call("PutItem", { Item: { ...key("o-3"), until: { N: "60" } } });
  database.advance(120_000);
  expire(false);
  call("UpdateTable", { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "OpenOrders" } }] });
  const all = { ...OPEN_ORDERS, IndexName: "All", Projection: { ProjectionType: "ALL" } };
  call("UpdateTable", { AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: all }] });
  write("o-4", "2026");
  call("PutItem", { Item: { ...key("o-4"), open: { S: "2026" }, total: { N: "1" } } });
  call("UpdateTable", { TableClass: "STANDARD_INFREQUENT_ACCESS" });
  call("DeleteTable");
}
