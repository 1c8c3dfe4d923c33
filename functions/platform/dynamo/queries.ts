import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Expression, Item, Query } from './db.ts';
import { bound } from './expression.ts';

/** Sorts behind every key of ours that begins with `prefix`: those are ASCII. */
const behind = (prefix: string): string => `${prefix}\u{7f}`;

function keysOf({ partition, prefix, from, to }: Query): Expression {
  const values = { ':pk': partition };
  if (prefix === undefined) return { text: 'PK = :pk', values };
  if (from === undefined && to === undefined)
    return { text: 'PK = :pk AND begins_with(SK, :sk)', values: { ...values, ':sk': prefix } };
  return {
    text: 'PK = :pk AND SK BETWEEN :from AND :to',
    values: { ...values, ':from': from ?? prefix, ':to': to ?? behind(prefix) },
  };
}

/** Strong reads of the items of a partition, round by round. */
export function createQueries(documents: DynamoDBDocumentClient, table: string) {
  /** One round of a query: at most 1 MB of items. */
  const ask = (
    query: Query,
    round: Pick<QueryCommandInput, 'ExclusiveStartKey' | 'Limit' | 'Select'>,
  ) => {
    const keys = keysOf(query);
    const projection = round.Select ? undefined : query.projection;
    return documents.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: keys.text,
        ScanIndexForward: query.descending !== true,
        ConsistentRead: true,
        ...(projection && { ProjectionExpression: projection.text }),
        ...bound(keys, projection),
        ...round,
      }),
    );
  };

  /** What a query finds, those included whose `ttl` has passed. */
  async function* everything(query: Query): AsyncGenerator<Item> {
    let from: Item | undefined;
    do {
      const response = await ask(query, { ExclusiveStartKey: from });
      yield* response.Items ?? [];
      from = response.LastEvaluatedKey;
    } while (from);
  }

  /** Passes over at most `limit` items without their transfer; `next` is where to go on. */
  async function passOver(
    query: Query,
    limit: number,
  ): Promise<{ passed: number; next: Item | undefined }> {
    let passed = 0;
    let next: Item | undefined;
    while (passed < limit) {
      const response = await ask(query, {
        Select: 'COUNT',
        ExclusiveStartKey: next,
        Limit: limit - passed,
      });
      passed += response.Count ?? 0;
      next = response.LastEvaluatedKey;
      if (!next) break;
    }
    return { passed, next };
  }

  return { ask, everything, passOver };
}
