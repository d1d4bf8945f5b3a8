const params = { TableName: "Logs" };
let items = [];
do {
  const page = await documents.send(new ScanCommand(params));
  items = items.concat(page.Items);
  params.ExclusiveStartKey = page.LastEvaluatedKey;
} while (params.ExclusiveStartKey);
