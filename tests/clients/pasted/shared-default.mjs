const defaults = { TableName: "Notes" };
const input = { ...defaults, Key: { id: "n" }, ...options };
await documents.send(new DeleteCommand(input));
