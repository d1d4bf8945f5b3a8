/** A value in DynamoDB's JSON, such as `{ "S": "o-1" }`. Binary values are in base64. */
export type AttributeValue =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: boolean }
  | { SS: string[] }
  | { NS: string[] }
  | { BS: string[] }
  | { L: AttributeValue[] }
  | { M: Item };

/** Attributes by name. */
export type Item = { [attribute: string]: AttributeValue };

/** The reply of an operation, as DynamoDB's API reference describes it. */
export type Reply = Record<string, any>;

/** The operations that the engine knows: `Database.operations()`. */
export type OperationName =
  | "BatchExecuteStatement"
  | "BatchGetItem"
  | "BatchWriteItem"
  | "CreateTable"
  | "DeleteItem"
  | "DeleteTable"
  | "DescribeContinuousBackups"
  | "DescribeEndpoints"
  | "DescribeLimits"
  | "DescribeStream"
  | "DescribeTable"
  | "DescribeTimeToLive"
  | "ExecuteStatement"
  | "ExecuteTransaction"
  | "GetItem"
  | "GetRecords"
  | "GetShardIterator"
  | "ListStreams"
  | "ListTables"
  | "ListTagsOfResource"
  | "PutItem"
  | "Query"
  | "Scan"
  | "TagResource"
  | "TransactGetItems"
  | "TransactWriteItems"
  | "UntagResource"
  | "UpdateContinuousBackups"
  | "UpdateItem"
  | "UpdateTable"
  | "UpdateTimeToLive";

/** How a database is set. All numbers are whole; times are milliseconds of virtual time, and 0 unless they are set. */
export interface Config {
  /** How long a change takes to reach a global secondary index. */
  propagationDelayMs?: number;
  /** By how much longer that may be; how much is drawn for each change. */
  propagationSpreadMs?: number;
  /** What chance is drawn from. */
  seed?: number;
  /** Whether throughput is limited: then requests are throttled as by the service. Virtual time must advance. */
  throttles?: boolean;
  /** Whether partitions lend each other what they do not use, and are split where they are hot; true unless set. */
  adaptiveCapacity?: boolean;
  /** How long unused throughput is kept for a burst, in seconds; 300 unless set. */
  burstSeconds?: number;
  /** Read units that one partition serves in a second; 3,000 unless set. */
  partitionReads?: number;
  /** Write units that one partition serves in a second; 1,000 unless set. */
  partitionWrites?: number;
  /** Bytes that fill a partition; 10 GB unless set. */
  partitionSize?: number;
  /** The fewest partitions of a table or global index. */
  partitionCountMin?: number;
  /** Seconds in a row for which a partition is hot before it is split; 0 for never, 60 unless set. */
  heatSplitSeconds?: number;
  /** Seconds of an index's own rate of writes that may wait before writes to its table are throttled; 2 unless set. */
  queueSecondsMax?: number;
  /** Read units that a table on demand may use in a second; 40,000 unless set. */
  accountReads?: number;
  /** Write units that a table on demand may use in a second; 40,000 unless set. */
  accountWrites?: number;
  /** From CREATING to ACTIVE. */
  createTableMs?: number;
  /** From DELETING until the table is gone. */
  deleteTableMs?: number;
  /** From UPDATING until new settings are in force. */
  updateSettingsMs?: number;
  /** From the request until a new index has its resources. */
  allocateIndexMs?: number;
  /** For each step of a backfill, which is a hundred items of the table. */
  backfillStepMs?: number;
  /** From DELETING until an index is gone. */
  deleteIndexMs?: number;
  /** From ENABLING or DISABLING until items expire, or no longer do. */
  updateTimeToLiveMs?: number;
  /** From a change of time to live until it can be changed again. */
  timeToLiveIntervalMs?: number;
  /** From the time in an item until it is deleted. */
  expireItemMs?: number;
  /** Seconds from 1970-01-01, UTC, to virtual time zero: what dates and expiring items count from. 0 unless it is set. */
  epochSeconds?: number;
  /** Bytes of the largest item collection of a table with local indexes. 10 GB unless it is set. */
  collectionSizeMax?: number;
  /** Which of DynamoDB's two generations of error messages is spoken. "revised" unless it is set. */
  wording?: "classic" | "revised";
}

/** What `Database.call` throws: an `Error` with all members of the reply that the service would send. */
export interface DynamoDBError extends Error {
  /** Such as "ConditionalCheckFailedException". */
  name: string;
  /** The name with its namespace, such as "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException". */
  __type: string;
  /** The existing item of a failed condition, if it was asked for. */
  Item?: Item;
  /** A reason for each action of a transaction that was cancelled, in their order. */
  CancellationReasons?: { Code: string; Message?: string; Item?: Item }[];
  /** Why a request was throttled: one of sixteen words, and the ARN of the table or index that is short. */
  ThrottlingReasons?: { reason: string; resource: string }[];
}

/** A key attribute of an index that keeps an item out of it. */
export type KeyFault = {
  attribute: string;
  kind: "Missing" | "WrongType" | "Empty" | "TooLong";
};

/** A fact: when it happened, its position among all facts, the table that it is about, and what happened. */
export type DatabaseEvent = { at: number; sequence: number; table: string } & (
  | { kind: "TableCreated" | "TableDeleted" | "TableUpdated" }
  | { kind: "IndexBackfillStarted" | "IndexCreated" | "IndexDropped"; index: string }
  | { kind: "IndexBackfilled"; index: string; entryCount: number; writeUnits: number }
  | { kind: "ItemWritten"; old?: Item; new: Item }
  | { kind: "ItemDeleted" | "ItemExpired"; old: Item }
  | { kind: "TimeToLiveEnabled"; attribute: string }
  | { kind: "TimeToLiveDisabled" }
  | { kind: "ConditionFailed" }
  | {
      kind: "RequestThrottled";
      /** The global index that is short; null for the table. */
      index: string | null;
      unitKind: "Read" | "Write";
      cause: "ProvisionedThroughput" | "KeyRange" | "OnDemandPeak" | "OnDemandMaximum" | "Account";
      /** The identity of the partition. Identities count up from zero and stay when other partitions are split. */
      partition: number;
      units: number;
      unitsPerSecond: number;
    }
  | {
      kind: "ThroughputScaled";
      index: string | null;
      /** Read and write units per second. */
      from: [number, number];
      to: [number, number];
    }
  | {
      kind: "PartitionSplit";
      index: string | null;
      cause: "Size" | "Heat" | "Throughput";
      partitionCount: number;
    }
  | {
      kind: "ItemReplicated";
      from: string;
      key: Item;
      old: Item | null;
      new: Item | null;
      units: number;
      writtenAt: number;
    }
  | {
      kind: "ReplicatedWriteDropped";
      from: string;
      key: Item;
      item: Item | null;
      writtenAt: number;
    }
  | {
      kind: "ProgramInvoked";
      program: string;
      records: number[];
      units: number;
      failure: string | null;
    }
  | { kind: "ProgramStopped"; program: string }
  | { kind: "IndexEntrySkipped"; index: string; faults: KeyFault[] }
  | { kind: "IndexChangeScheduled"; index: string; due: number }
  | {
      kind: "IndexEntryPut" | "IndexEntryChanged" | "IndexEntryMoved" | "IndexEntryDeleted";
      index: string;
      item: Item;
    }
);

/** What a `RequestHandler` reads of a request of the AWS SDK. */
export interface HttpRequest {
  headers: Record<string, string>;
  /** A text, a `Uint8Array`, an `ArrayBuffer`, or nothing. */
  body?: any;
}

/** What a `RequestHandler` reads of the options of a request. */
export interface HttpHandlerOptions {
  abortSignal?: { readonly aborted: boolean };
}

/** What the AWS SDK is answered. */
export interface HttpHandlerOutput {
  response: HttpResponse;
}

/** A reply whose body has arrived whole. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}
