import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Expression, Item, Query } from './db.ts';
import { expressionAttributes } from './expression.ts';

/** Returns a sort key that follows all keys with this prefix, since all our keys are ASCII. */
const lastKeyWithPrefix = (prefix: string): string => `${prefix}\u{7f}`;

function keyCondition({ partition, prefix, from, to }: Query): Expression {
  const values = { ':pk': partition };
  if (prefix === undefined) return { text: 'PK = :pk', values };
  if (from === undefined && to === undefined)
    return { text: 'PK = :pk AND begins_with(SK, :sk)', values: { ...values, ':sk': prefix } };
  return {
    text: 'PK = :pk AND SK BETWEEN :from AND :to',
    values: { ...values, ':from': from ?? prefix, ':to': to ?? lastKeyWithPrefix(prefix) },
  };
}

/** Creates strongly consistent queries of one partition, which read it page by page. */
export function createQueries(documents: DynamoDBDocumentClient, table: string) {
  const queryPage = (
    query: Query,
    pageInput: Pick<QueryCommandInput, 'ExclusiveStartKey' | 'Limit' | 'Select'>,
  ) => {
    const condition = keyCondition(query);
    const projection = pageInput.Select ? undefined : query.projection;
    return documents.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: condition.text,
        ScanIndexForward: query.descending !== true,
        ConsistentRead: true,
        ...(projection && { ProjectionExpression: projection.text }),
        ...expressionAttributes(condition, projection),
        ...pageInput,
      }),
    );
  };

  /** Yields all results of a query, including expired items. */
  async function* queryAll(query: Query): AsyncGenerator<Item> {
    const { partition: PK, after: SK } = query;
    let from: Item | undefined = SK === undefined ? undefined : { PK, SK };
    do {
      const response = await queryPage(query, { ExclusiveStartKey: from });
      yield* response.Items ?? [];
      from = response.LastEvaluatedKey;
    } while (from);
  }

  /** Skips at most `limit` items without transferring them. The query continues at `next`. */
  async function skip(
    query: Query,
    limit: number,
  ): Promise<{ skipped: number; next: Item | undefined }> {
    let skipped = 0;
    let next: Item | undefined;
    while (skipped < limit) {
      const response = await queryPage(query, {
        Select: 'COUNT',
        ExclusiveStartKey: next,
        Limit: limit - skipped,
      });
      skipped += response.Count ?? 0;
      next = response.LastEvaluatedKey;
      if (!next) break;
    }
    return { skipped, next };
  }

  return { queryPage, queryAll, skip };
}
