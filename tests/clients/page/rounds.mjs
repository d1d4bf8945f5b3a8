// What a client of DynamoDB does in a day, a function each. A round returns what it saw, as JSON can hold it: the
// same in a page and in Node.

import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  ResourceNotFoundException,
  TransactionCanceledException,
  UpdateTableCommand,
  paginateListTables,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";
import { Database } from "sparsebox";
import { createAttachments } from "./attachments.mjs";
import { client, database, documents, settings } from "./client.mjs";
import { enterIntermediateState } from "./enter.mjs";
import { leaveIntermediateState } from "./leave.mjs";
import { queryIntermediateStates } from "./query.mjs";

/** The three programs: who is in the sparse index, and what it costs. */
export async function conditionalIndex() {
  const load = await createAttachments();
  const atFirst = await queryIntermediateStates();
  const entered = await enterIntermediateState("a-01", "Attaching");
  const meanwhile = await queryIntermediateStates();
  const left = await leaveIntermediateState("a-03", "Attached");
  const atLast = await queryIntermediateStates();
  return {
    loadUnits: units(load.ConsumedCapacity?.[0]),
    atFirst: found(atFirst),
    entered: { ...entered.Attributes, payload: entered.Attributes?.["payload"].length },
    enterUnits: units(entered.ConsumedCapacity),
    meanwhile: found(meanwhile),
    left: { ...left.Attributes, payload: left.Attributes?.["payload"].length },
    leaveUnits: units(left.ConsumedCapacity),
    atLast: found(atLast),
    queryUnits: units(atLast.ConsumedCapacity),
  };
}

/** Rejections arrive as the exceptions of the SDK, with all that they hold. */
export async function rejections() {
  await createThings("Rejections");
  const there = { TableName: "Rejections", Item: { id: "there", count: 1 } };
  const absent = { ConditionExpression: "attribute_not_exists(id)", ReturnValuesOnConditionCheckFailure: "ALL_OLD" };
  await documents.send(new PutCommand(there));
  /** @type {any} */
  const conditional = { ...there, ...absent };
  return {
    condition: await rejection(documents.send(new PutCommand(conditional)), ConditionalCheckFailedException),
    table: await rejection(
      documents.send(new GetCommand({ TableName: "Nowhere", Key: { id: "x" } })),
      ResourceNotFoundException,
    ),
    transaction: await rejection(
      documents.send(new TransactWriteCommand({ TransactItems: [{ Put: conditional }] })),
      TransactionCanceledException,
    ),
    validation: await rejection(
      client.send(new PutItemCommand({ TableName: "Rejections", Item: { name: { S: "no key" } } })),
      Error,
    ),
    aborted: await rejection(client.send(new ListTablesCommand({}), { abortSignal: AbortSignal.abort() }), Error),
  };
}

/** Every kind of value comes back as it was; pages follow each other to the end. */
export async function valuesAndPages() {
  const item = {
    id: "everything",
    bytes: new Uint8Array([0, 127, 255]),
    list: [1, "two", null, [true]],
    map: { deep: { number: 0.5 } },
    set: new Set(["a", "b"]),
    text: "naïve 日本 🙂",
  };
  await createThings("Values");
  await documents.send(new PutCommand({ TableName: "Values", Item: item }));
  const { Item: got } = await documents.send(new GetCommand({ TableName: "Values", Key: { id: "everything" } }));
  for (const number of Array(9).keys()) {
    await documents.send(new PutCommand({ TableName: "Values", Item: { id: `v-${number}` } }));
  }
  const pages = [];
  for await (const page of paginateScan({ client: documents, pageSize: 4 }, { TableName: "Values" })) {
    pages.push(page.Count);
  }
  const names = [];
  for await (const page of paginateListTables({ client, pageSize: 1 }, {})) names.push(...(page.TableNames ?? []));
  return {
    got: { ...got, bytes: [...got?.["bytes"]], set: [...got?.["set"]] },
    pages,
    isListed: names.includes("Values"),
  };
}

/** A stream is read by its own client, through the same handler. */
export async function stream() {
  const key = { TableName: "Watched", Key: { id: "one" } };
  await createThings("Watched");
  const StreamSpecification = { StreamEnabled: true, StreamViewType: /** @type {const} */ ("NEW_AND_OLD_IMAGES") };
  await client.send(new UpdateTableCommand({ TableName: "Watched", StreamSpecification }));
  await documents.send(new PutCommand({ TableName: "Watched", Item: { id: "one", count: 1 } }));
  await documents.send(new UpdateCommand({ ...key, UpdateExpression: "ADD #n :n", ...named({ "#n": "count" }, 1) }));
  await documents.send(new DeleteCommand(key));

  const streams = new DynamoDBStreamsClient(settings);
  const { Streams: [listed] = [] } = await streams.send(new ListStreamsCommand({ TableName: "Watched" }));
  const StreamArn = listed?.StreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const iterator = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" });
  const { ShardIterator } = await streams.send(iterator);
  const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  return Records.map(({ eventName, dynamodb }) => [
    eventName,
    dynamodb?.OldImage?.["count"]?.N ?? null,
    dynamodb?.NewImage?.["count"]?.N ?? null,
  ]);
}

/** Time passes when it is told to, and until then an index shows the past. Databases know nothing of each other. */
export async function virtualTime() {
  const slow = new Database({ propagationDelayMs: 200, createTableMs: 1_000 });
  const own = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...settings, requestHandler: slow.requestHandler() }),
  );
  await createThings("Slow", own);
  const Item = { id: "one", kind: "new" };
  const early = await rejection(own.send(new PutCommand({ TableName: "Slow", Item })), ResourceNotFoundException);
  slow.advance(1_000);
  await own.send(new PutCommand({ TableName: "Slow", Item }));
  const query = new QueryCommand({
    TableName: "Slow",
    IndexName: "ByKind",
    KeyConditionExpression: "#n = :n",
    ...named({ "#n": "kind" }, "new"),
  });
  const counts = [];
  for (const ms of [0, 199, 1]) {
    slow.advance(ms);
    counts.push((await own.send(query)).Count);
  }
  const { TableNames } = await own.send(new ListTablesCommand({}));
  return { early: early.name, counts, now: slow.now(), TableNames, elsewhere: database.now() };
}

/**
 * A table of things by `id`, with an index of those that have a `kind`.
 *
 * @param {string} TableName
 */
async function createThings(TableName, target = documents) {
  const table = new CreateTableCommand({
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: "id", AttributeType: "S" },
      { AttributeName: "kind", AttributeType: "S" },
    ],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    GlobalSecondaryIndexes: [
      {
        IndexName: "ByKind",
        KeySchema: [{ AttributeName: "kind", KeyType: "HASH" }],
        Projection: { ProjectionType: "ALL" },
      },
    ],
  });
  await target.send(table);
}

/**
 * The names of an expression, and the value of `:n`.
 *
 * @param {Record<string, string>} ExpressionAttributeNames
 * @param {unknown} value
 */
function named(ExpressionAttributeNames, value) {
  return { ExpressionAttributeNames, ExpressionAttributeValues: { ":n": value } };
}

/** @param {import("@aws-sdk/lib-dynamodb").QueryCommandOutput} reply */
function found({ Items = [] }) {
  return Items.map(({ attachmentId }) => attachmentId);
}

/**
 * Units of the table and of all its global indexes.
 *
 * @param {import("@aws-sdk/client-dynamodb").ConsumedCapacity | undefined} capacity
 */
function units(capacity) {
  const indexes = Object.values(capacity?.GlobalSecondaryIndexes ?? {});
  return [capacity?.Table?.CapacityUnits, ...indexes.map(({ CapacityUnits }) => CapacityUnits)];
}

/**
 * The exception of a call that is rejected, as far as JSON holds it.
 *
 * @param {Promise<unknown>} call
 * @param {Function} kind
 */
async function rejection(call, kind) {
  /** @type {any} */
  const error = await call.then(() => new Error("It was not rejected."), (error) => error);
  const { name, message, Item, CancellationReasons, $metadata } = error;
  const { httpStatusCode: status = null, attempts = null, requestId = "" } = $metadata ?? {};
  return {
    name,
    message,
    isOfItsKind: error instanceof kind,
    reply: { status, attempts, requestIdLength: requestId.length },
    ...(Item && { Item }),
    ...(CancellationReasons && { CancellationReasons }),
  };
}
