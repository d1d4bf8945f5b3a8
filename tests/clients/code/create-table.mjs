import { DynamoDBClient, CreateTableCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

const command = new CreateTableCommand({
  TableName: "Visits",
  AttributeDefinitions: [
    { AttributeName: "Page", AttributeType: "S" },
    { AttributeName: "At", AttributeType: "N" },
    { AttributeName: "Hash", AttributeType: "B" },
  ],
  KeySchema: [
    { AttributeName: "Page", KeyType: "HASH" },
    { AttributeName: "At", KeyType: "RANGE" },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: "ByHash",
      KeySchema: [
        { AttributeName: "Page", KeyType: "HASH" },
        { AttributeName: "Hash", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["Agent", "Referrer"] },
    },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "ByTime",
      KeySchema: [{ AttributeName: "At", KeyType: "HASH" }],
      Projection: { ProjectionType: "KEYS_ONLY" },
      ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 3 },
    },
  ],
  BillingMode: "PROVISIONED",
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 4 },
  StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  SSESpecification: { Enabled: true, SSEType: "KMS" },
  TableClass: "STANDARD_INFREQUENT_ACCESS",
  DeletionProtectionEnabled: false,
  Tags: [{ Key: "team", Value: "web" }],
});
const reply = await client.send(command);
console.log(reply);
