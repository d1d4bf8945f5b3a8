import { DynamoDBClient, GetItemCommand, GetItemCommandInput, GetItemCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

interface Plant { species: string; bed: number }

const client = new DynamoDBClient({});

async function getPlant(): Promise<Plant | undefined> {
  const params: GetItemCommandInput = {
    TableName: 'Garden',
    Key: marshall({ species: 'fern', bed: 12 } satisfies Plant),
    ProjectionExpression: 'species, #h',
    ExpressionAttributeNames: { '#h': 'height' },
  };
  const { Item }: GetItemCommandOutput = await client.send(new GetItemCommand(params));
  return Item ? (unmarshall(Item) as Plant) : undefined;
}
