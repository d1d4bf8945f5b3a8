import { DynamoDBDocumentClient, GetCommand, type GetCommandInput } from "@aws-sdk/lib-dynamodb";

interface Order { orderId: string; total?: number }
type Keys = Pick<Order, "orderId">;

const TABLE = "Orders" as const;

export class OrderStore {
  private readonly table: string = TABLE;

  constructor(private readonly documents: DynamoDBDocumentClient) {}

  async find(orderId: string = "o-1"): Promise<Order | undefined> {
    const input: GetCommandInput = {
      TableName: this.table,
      Key: { orderId } satisfies Keys,
    };
    const { Item } = await this.documents.send(new GetCommand(input));
    return Item as Order | undefined;
  }
}
