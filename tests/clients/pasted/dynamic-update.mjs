const changes = { name: "Kim", city: "Oslo" };
let expression = "set";
for (const key of Object.keys(changes)) {
  if (changes[key]) expression += ` #${key} = :${key},`;
}
await documents.send(new UpdateCommand({ TableName: "People", Key: { id: "1" }, UpdateExpression: expression.slice(0, -1) }));
