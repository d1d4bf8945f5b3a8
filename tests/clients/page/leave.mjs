// Leave a state: an attachment that has arrived loses the attribute that is the key of the sparse index, and with it
// its entry there.

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { documents } from "./client.mjs";

/**
 * @param {string} attachmentId
 * @param {"Attached" | "Detached"} customerState
 */
export function leaveIntermediateState(attachmentId, customerState) {
  const update = new UpdateCommand({
    TableName: "Attachment",
    Key: { attachmentId },
    UpdateExpression: "SET #cs = :cs, #is = :zero REMOVE #pk",
    ExpressionAttributeNames: {
      "#cs": "customerState",
      "#is": "isIntermediateState",
      "#pk": "IntermediateStatePK",
    },
    ExpressionAttributeValues: { ":cs": customerState, ":zero": 0 },
    ReturnValues: "ALL_NEW",
    ReturnConsumedCapacity: "INDEXES",
  });
  return documents.send(update);
}
