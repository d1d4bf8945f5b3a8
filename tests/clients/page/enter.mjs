// Enter a state: an attachment in an intermediate state gets the attribute that is the key of the sparse index, and with it
// an entry there. The attribute must never be set for a state that is final.

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { documents } from "./client.mjs";

/**
 * @param {string} attachmentId
 * @param {"Attaching" | "Detaching"} customerState
 */
export function enterIntermediateState(attachmentId, customerState) {
  const update = new UpdateCommand({
    TableName: "Attachment",
    Key: { attachmentId },
    UpdateExpression: "SET #cs = :cs, #is = :one, #pk = :p",
    ExpressionAttributeNames: {
      "#cs": "customerState",
      "#is": "isIntermediateState",
      "#pk": "IntermediateStatePK",
    },
    ExpressionAttributeValues: { ":cs": customerState, ":one": 1, ":p": "INTERMEDIATE" },
    ReturnValues: "ALL_NEW",
    ReturnConsumedCapacity: "INDEXES",
  });
  return documents.send(update);
}
