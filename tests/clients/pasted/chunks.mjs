import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
const movies = [{ year: 1999, title: "A" }, { year: 2001, title: "B" }];
const chunks = chunkArray(movies, 25);
for (const chunk of chunks) {
  const putRequests = chunk.map((movie) => ({ PutRequest: { Item: movie } }));
  const command = new BatchWriteCommand({ RequestItems: { ["Movies"]: putRequests } });
  await docClient.send(command);
}
