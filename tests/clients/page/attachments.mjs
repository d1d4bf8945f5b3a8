// The table of the three programs, with ten attachments in it.

import { CreateTableCommand, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { client, documents } from "./client.mjs";

/** Bytes of what an attachment holds: enough to see whether the index holds it too. */
const PAYLOAD_SIZE = 2_000;

/** The states of `a-01`, `a-02` and so on. */
const STATES = [
  "Attached",
  "Detached",
  "Attaching",
  "Attached",
  "Detaching",
  "Attached",
  "Detached",
  "Attached",
  "Attached",
  "Attached",
];

export async function createAttachments() {
  const table = new CreateTableCommand({
    TableName: "Attachment",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: "attachmentId", AttributeType: "S" },
      { AttributeName: "IntermediateStatePK", AttributeType: "S" },
    ],
    KeySchema: [{ AttributeName: "attachmentId", KeyType: "HASH" }],
    GlobalSecondaryIndexes: [
      {
        IndexName: "IntermediateAttachmentsIndex",
        KeySchema: [
          { AttributeName: "IntermediateStatePK", KeyType: "HASH" },
          { AttributeName: "attachmentId", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  });
  await client.send(table);
  await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName: "Attachment" });
  const load = new BatchWriteCommand({
    RequestItems: {
      Attachment: STATES.map((state, position) => ({ PutRequest: { Item: attachment(state, position + 1) } })),
    },
    ReturnConsumedCapacity: "INDEXES",
  });
  return documents.send(load);
}

/**
 * @param {string} customerState
 * @param {number} number
 */
function attachment(customerState, number) {
  const isIntermediate = ["Attaching", "Detaching"].includes(customerState);
  return {
    attachmentId: `a-${String(number).padStart(2, "0")}`,
    customerState,
    isIntermediateState: isIntermediate ? 1 : 0,
    payload: "p".repeat(PAYLOAD_SIZE),
    ...(isIntermediate && { IntermediateStatePK: "INTERMEDIATE" }),
  };
}
