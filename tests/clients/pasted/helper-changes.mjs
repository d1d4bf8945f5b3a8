import { addTimestamps } from "./helpers.js";
const params = { TableName: "Notes", Item: { id: "n" } };
addTimestamps(params);
await documents.send(new PutCommand(params));
