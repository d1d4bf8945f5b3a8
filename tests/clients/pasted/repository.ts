import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { DynamoDB } from '@aws-sdk/client-dynamodb';

export class SessionRepository {
  private readonly tableName: string = 'Sessions';
  private readonly ddb = DynamoDBDocument.from(new DynamoDB({}));

  constructor(private readonly ttlSeconds = 3600) {}

  async touch(id: string): Promise<void> {
    await this.ddb.update({
      TableName: this.tableName,
      Key: { id },
      UpdateExpression: 'SET lastSeen = :now REMOVE #old',
      ExpressionAttributeNames: { '#old': 'expired' },
      ExpressionAttributeValues: { ':now': Date.now() },
    });
  }

  async drop(): Promise<void> {
    await this.ddb.delete({ TableName: this.tableName, Key: { id: 's-1' } });
  }
}
