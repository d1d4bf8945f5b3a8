// The AWS SDK for JavaScript v3 and its document client, over HTTP against the endpoint that ENDPOINT names.
//
// `cargo xtask clients` brings the SDK, starts an endpoint and runs this. The same SDK without HTTP is under `../page`.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DuplicateItemException,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  TagResourceCommand,
  TransactionCanceledException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  paginateListTables,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  GetCommand,
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";

const settings = {
  endpoint: process.env.ENDPOINT ?? "http://127.0.0.1:8000",
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  maxAttempts: 1,
};
const client = new DynamoDBClient(settings);
const documents = DynamoDBDocumentClient.from(client);
const waiting = { client, minDelay: 1, maxDelay: 2, maxWaitTime: 10 };
const TableName = "JavaScript";

before(async () => {
  await client.send(new DeleteTableCommand({ TableName })).catch(() => undefined);
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [
        { AttributeName: "id", AttributeType: "S" },
        { AttributeName: "number", AttributeType: "N" },
        { AttributeName: "kind", AttributeType: "S" },
      ],
      KeySchema: [
        { AttributeName: "id", KeyType: "HASH" },
        { AttributeName: "number", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "ByKind",
          KeySchema: [{ AttributeName: "kind", KeyType: "HASH" }],
          Projection: { ProjectionType: "KEYS_ONLY" },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
    }),
  );
  await waitUntilTableExists(waiting, { TableName });
});

after(async () => {
  await client.send(new DeleteTableCommand({ TableName }));
  await waitUntilTableNotExists(waiting, { TableName });
  client.destroy();
});

test("values are returned as they were stored", async () => {
  const Item = {
    id: "values",
    number: 1.5,
    bytes: new Uint8Array([0, 255]),
    list: [1, null, true, { deep: "" }],
    letters: new Set(["a", "b"]),
    text: "naïve 日本 🙂",
  };
  const { ConsumedCapacity, $metadata } = await documents.send(
    new PutCommand({ TableName, Item, ReturnConsumedCapacity: "TOTAL" }),
  );
  assert.equal(ConsumedCapacity?.CapacityUnits, 1);
  assert.equal($metadata.requestId?.length, 52);
  const Key = { id: "values", number: 1.5 };
  const { Item: found } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  assert.deepEqual(found, Item);
});

test("an update returns the new values, and a delete the old item", async () => {
  const Key = { id: "update", number: 1 };
  const { Attributes } = await documents.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: "SET tags = :tags, #c = if_not_exists(#c, :zero) + :one",
      ExpressionAttributeNames: { "#c": "count" },
      ExpressionAttributeValues: { ":tags": ["a"], ":zero": 0, ":one": 1 },
      ReturnValues: "ALL_NEW",
    }),
  );
  assert.deepEqual(Attributes, { ...Key, tags: ["a"], count: 1 });
  const deleted = await documents.send(new DeleteCommand({ TableName, Key, ReturnValues: "ALL_OLD" }));
  assert.deepEqual(deleted.Attributes, Attributes);
});

test("errors are exceptions of their classes, with all their members", async () => {
  const Item = { id: "rejected", number: 1 };
  await documents.send(new PutCommand({ TableName, Item }));
  const put = {
    TableName,
    Item,
    ConditionExpression: "attribute_not_exists(id)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  const stored = { id: { S: "rejected" }, number: { N: "1" } };
  await assert.rejects(documents.send(new PutCommand(put)), (error) => {
    assert.ok(error instanceof ConditionalCheckFailedException);
    assert.deepEqual(error.Item, stored);
    return error.$metadata.httpStatusCode === 400;
  });
  const other = { Put: { TableName, Item: { id: "other", number: 1 } } };
  await assert.rejects(documents.send(new TransactWriteCommand({ TransactItems: [other, { Put: put }] })), (error) => {
    assert.ok(error instanceof TransactionCanceledException);
    const codes = error.CancellationReasons?.map(({ Code }) => Code);
    assert.deepEqual(codes, ["None", "ConditionalCheckFailed"]);
    assert.deepEqual(error.CancellationReasons?.[1]?.Item, stored);
    return true;
  });
  const elsewhere = new GetCommand({ TableName: "Nowhere", Key: { id: "x" } });
  await assert.rejects(documents.send(elsewhere), ResourceNotFoundException);
  const again = {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  };
  await assert.rejects(client.send(new CreateTableCommand(again)), ResourceInUseException);
  await assert.rejects(documents.send(new PutCommand({ TableName, Item: { id: "x" } })), {
    name: "ValidationException",
    message: "One or more parameter values were invalid: Missing the key number in the item",
  });
});

test("batches are written and read, and pages follow each other to the end", async () => {
  const items = [...Array(25).keys()].map((number) => ({ id: "pages", number, kind: number % 5 ? "odd" : "fifth" }));
  const written = await documents.send(
    new BatchWriteCommand({ RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) } }),
  );
  assert.deepEqual(written.UnprocessedItems, {});
  const query = {
    TableName,
    KeyConditionExpression: "id = :id AND #n < :limit",
    ExpressionAttributeNames: { "#n": "number" },
    ExpressionAttributeValues: { ":id": "pages", ":limit": 20 },
    ScanIndexForward: false,
  };
  const numbers = [];
  for await (const page of paginateQuery({ client: documents, pageSize: 6 }, query)) {
    numbers.push(...(page.Items ?? []).map(({ number }) => number));
  }
  assert.deepEqual(numbers, [...Array(20).keys()].reverse());
  let fifths = 0;
  const scan = { TableName, IndexName: "ByKind", FilterExpression: "kind = :k", ExpressionAttributeValues: { ":k": "fifth" } };
  for await (const page of paginateScan({ client: documents, pageSize: 4 }, scan)) fifths += page.Count ?? 0;
  assert.equal(fifths, 5);
  const Keys = [1, 2].map((number) => ({ id: "pages", number }));
  const { Responses } = await documents.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }));
  assert.equal(Responses?.[TableName]?.length, 2);
});

test("a transaction writes and reads all", async () => {
  const Key = { id: "together", number: 1 };
  const update = {
    TableName,
    Key,
    UpdateExpression: "ADD #c :one",
    ExpressionAttributeNames: { "#c": "count" },
    ExpressionAttributeValues: { ":one": 1 },
  };
  const transaction = { TransactItems: [{ Update: update }], ClientRequestToken: randomUUID() };
  await documents.send(new TransactWriteCommand(transaction));
  await documents.send(new TransactWriteCommand(transaction));
  const { Responses } = await documents.send(
    new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key } }, { Get: { TableName, Key: { ...Key, number: 2 } } }] }),
  );
  assert.deepEqual(Responses?.map(({ Item }) => Item), [{ ...Key, count: 1 }, undefined]);
});

test("PartiQL statements write and read, alone, in a batch and in a transaction", async () => {
  const run = (Statement, Parameters, more = {}) =>
    documents.send(new ExecuteStatementCommand({ Statement, Parameters, ...more }));
  const insert = `INSERT INTO ${TableName} VALUE {'id': 'statement', 'number': ?, 'letters': ?, 'count': 1}`;
  const letters = new Set(["a", "b"]);
  const inserted = await run(insert, [1, letters], { ReturnConsumedCapacity: "TOTAL" });
  assert.equal(inserted.ConsumedCapacity?.CapacityUnits, 1);
  await assert.rejects(run(insert, [1, letters]), DuplicateItemException);
  const where = `WHERE id = 'statement' AND "number" = ?`;
  const Item = { id: "statement", number: 1, letters, count: 1 };
  const { Items } = await run(`SELECT * FROM ${TableName} ${where}`, [1], { ConsistentRead: true });
  assert.deepEqual(Items, [Item]);
  await assert.rejects(
    run(`UPDATE ${TableName} SET "count" = 2 ${where} AND "count" = 7`, [1], {
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    }),
    (error) => {
      assert.ok(error instanceof ConditionalCheckFailedException);
      assert.equal(error.Item?.["count"]?.N, "1");
      return true;
    },
  );

  const inserts = [1, 2].map((number) => ({ Statement: insert, Parameters: [number, letters] }));
  const { Responses } = await documents.send(new BatchExecuteStatementCommand({ Statements: inserts }));
  assert.deepEqual(Responses?.map(({ Error }) => Error?.Code), ["DuplicateItem", undefined]);
  const numbers = [];
  let NextToken;
  do {
    const page = await run(`SELECT "number" FROM ${TableName} WHERE id = 'statement'`, undefined, { Limit: 1, NextToken });
    numbers.push(...(page.Items ?? []).map(({ number }) => number));
    NextToken = page.NextToken;
  } while (NextToken);
  assert.deepEqual(numbers, [1, 2]);

  const add = { Statement: `UPDATE ${TableName} SET "count" = "count" + 1 ${where}`, Parameters: [1] };
  const exists = { Statement: `EXISTS(SELECT * FROM ${TableName} ${where} AND "count" = 1)`, Parameters: [2] };
  const transaction = { TransactStatements: [add, exists], ClientRequestToken: randomUUID() };
  await documents.send(new ExecuteTransactionCommand(transaction));
  await documents.send(new ExecuteTransactionCommand(transaction));
  const deletion = { Statement: `DELETE FROM ${TableName} ${where} AND "count" = 1`, Parameters: [1] };
  await assert.rejects(
    documents.send(new ExecuteTransactionCommand({ TransactStatements: [deletion] })),
    (error) => {
      assert.ok(error instanceof TransactionCanceledException);
      return error.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed";
    },
  );
  const deleted = await run(`DELETE FROM ${TableName} ${where} RETURNING ALL OLD *`, [1]);
  assert.deepEqual(deleted.Items, [{ ...Item, count: 2 }]);
});

test("settings of a live table change", async () => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  assert.equal(Table?.TableStatus, "ACTIVE");
  const ResourceArn = Table?.TableArn;
  await client.send(new TagResourceCommand({ ResourceArn, Tags: [{ Key: "team", Value: "a" }] }));
  const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  assert.deepEqual(Tags, [{ Key: "team", Value: "a" }]);
  const TimeToLiveSpecification = { Enabled: true, AttributeName: "until" };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  assert.deepEqual(TimeToLiveDescription, { AttributeName: "until", TimeToLiveStatus: "ENABLED" });
  await client.send(
    new UpdateTableCommand({
      TableName,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "ByKind" } }],
    }),
  );
  await waitUntilTableExists(waiting, { TableName });
  const names = [];
  for await (const page of paginateListTables({ client, pageSize: 1 }, {})) names.push(...(page.TableNames ?? []));
  assert.ok(names.includes(TableName));
});

test("a stream is read", async () => {
  await documents.send(new PutCommand({ TableName, Item: { id: "watched", number: 1 } }));
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = Table?.LatestStreamArn;
  const streams = new DynamoDBStreamsClient(settings);
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const from = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" });
  const { ShardIterator } = await streams.send(from);
  const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  const images = Records.map(({ dynamodb }) => dynamodb?.NewImage?.["id"]?.S);
  assert.ok(images.includes("watched"));
  streams.destroy();
});
