// The only line of these programs that knows where the database is: take `requestHandler` out, and it is the service.

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import start, { Database } from "sparsebox";

await start();

export const database = new Database();

export const settings = {
  region: "us-east-1",
  credentials: { accessKeyId: "anybody", secretAccessKey: "anything" },
  requestHandler: database.requestHandler(),
};

export const client = new DynamoDBClient(settings);

export const documents = DynamoDBDocumentClient.from(client);
