const labels = [
  { id: "a", colour: "red" },
  { id: "b", colour: "blue" },
];

await Promise.all(labels.map((label) => documents.send(new PutCommand({ TableName: "Labels", Item: label }))));
