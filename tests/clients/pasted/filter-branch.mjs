export async function list(status) {
  const params = { TableName: "Jobs", FilterExpression: "#s = :s" };
  if (status === "open") {
    params.IndexName = "byOpen";
  }
  return documents.send(new ScanCommand(params));
}
