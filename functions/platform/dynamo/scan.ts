import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Expression, Item } from './db.ts';

/**
 * Every item of the table that a filter keeps, with the attributes of the projection; items of one
 * partition follow each other. Costs reading the whole table: for commands, never for a function,
 * whose roles do not allow it. Strongly consistent for what stood there when it began.
 */
export type Scan = (filter: Expression, projection: string) => AsyncIterable<Item>;

export function createScan(client: DynamoDBClient, table: string): Scan {
  const documents = DynamoDBDocumentClient.from(client);
  return async function* scan({ text, values, names }, projection) {
    let from: Item | undefined;
    do {
      const response = await documents.send(
        new ScanCommand({
          TableName: table,
          FilterExpression: text,
          ExpressionAttributeValues: { ...values },
          ...(names && { ExpressionAttributeNames: { ...names } }),
          ProjectionExpression: projection,
          ConsistentRead: true,
          ExclusiveStartKey: from,
        }),
      );
      yield* response.Items ?? [];
      from = response.LastEvaluatedKey;
    } while (from);
  };
}
