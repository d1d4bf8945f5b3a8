// What the types of the package promise, for tsc: nothing here is run.

import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import start, {
  Database,
  type Config,
  type DatabaseEvent,
  type DynamoDBError,
  type Item,
  type OperationName,
} from "sparsebox";

/** The SDK's type of a handler that is made already, without the settings of one that it would make itself. */
type Handler = Extract<NonNullable<DynamoDBClientConfig["requestHandler"]>, { handle: unknown }>;

export async function everything(): Promise<string> {
  await start();
  const config: Config = { propagationDelayMs: 200, wording: "classic" };
  // @ts-expect-error: there is no such setting.
  new Database({ propagationDelay: 200 });
  const database = new Database(config);

  const handler: Handler = database.requestHandler();
  new DynamoDBClient({ requestHandler: handler });
  new DynamoDBClient({ requestHandler: database.requestHandler() });

  const item: Item = { id: { S: "o-1" }, tags: { L: [{ N: "1" }, { M: {} }] } };
  // @ts-expect-error: a value names its type.
  const plain: Item = { id: "o-1" };
  const reply = database.call("PutItem", { TableName: "Orders", Item: item ?? plain });
  // @ts-expect-error: there is no such operation.
  database.call("PutItems", {});
  const operations: OperationName[] = Database.operations();
  const now: number = database.now();
  const nothing: void = database.advance(now);

  const saved: string = database.save();
  database.load(saved);

  const error = reply["error"] as DynamoDBError;
  const code: string | undefined = error.CancellationReasons?.[0]?.Code ?? error.Item?.["id"]?.toString();
  return [code, nothing, ...operations, ...database.events().map(words)].join();
}

/** A kind that is not listed does not compile: `event` would not be `never`. */
function words(event: DatabaseEvent): string {
  switch (event.kind) {
    case "TableCreated":
    case "TableDeleted":
    case "TableUpdated":
    case "TimeToLiveDisabled":
    case "ConditionFailed":
      return `${event.at} ${event.sequence} ${event.table}`;
    case "IndexBackfillStarted":
    case "IndexCreated":
    case "IndexDropped":
      return event.index;
    case "IndexBackfilled":
      return `${event.index} ${event.entryCount + event.writeUnits}`;
    case "ItemWritten":
      return JSON.stringify([event.old, event.new]);
    case "ItemDeleted":
    case "ItemExpired":
      return JSON.stringify(event.old);
    case "RequestThrottled":
      return `${event.index ?? event.table} ${event.unitKind} ${event.cause} ${event.partition + event.units}`;
    case "ThroughputScaled":
      return `${event.index ?? event.table} ${event.from.concat(event.to).join()}`;
    case "PartitionSplit":
      return `${event.index ?? event.table} ${event.cause} ${event.partitionCount + 1}`;
    case "TimeToLiveEnabled":
      return event.attribute;
    case "ItemReplicated":
      return `${event.from} ${JSON.stringify([event.key, event.old, event.new])} ${event.units + event.writtenAt}`;
    case "ReplicatedWriteDropped":
      return `${event.from} ${JSON.stringify([event.key, event.item])} ${event.writtenAt + 1}`;
    case "ProgramInvoked":
      return `${event.program} ${event.records.length + event.units} ${event.failure ?? ""}`;
    case "ProgramStopped":
      return event.program;
    case "IndexEntrySkipped":
      return `${event.index} ${event.faults.map((fault) => fault.attribute).join()}`;
    case "IndexChangeScheduled":
      return `${event.index} ${event.due + 1}`;
    case "IndexEntryPut":
    case "IndexEntryChanged":
    case "IndexEntryMoved":
    case "IndexEntryDeleted":
      return `${event.index} ${JSON.stringify(event.item)}`;
    default:
      return event satisfies never;
  }
}
