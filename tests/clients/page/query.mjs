// Query the sparse index: it holds the attachments in an intermediate state, and no others.

import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documents } from "./client.mjs";

export function queryIntermediateStates() {
  const query = new QueryCommand({
    TableName: "Attachment",
    IndexName: "IntermediateAttachmentsIndex",
    KeyConditionExpression: "#pk = :p",
    ExpressionAttributeNames: { "#pk": "IntermediateStatePK" },
    ExpressionAttributeValues: { ":p": "INTERMEDIATE" },
    ReturnConsumedCapacity: "INDEXES",
  });
  return documents.send(query);
}
