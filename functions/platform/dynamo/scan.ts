import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Expression, Item } from './db.ts';

/** One of so many parts of a table, from 0. */
export interface Segment {
  readonly segment: number;
  readonly of: number;
}

interface ScanOptions {
  /** The attributes that are returned; all of them without. */
  readonly projection?: string;
  readonly part?: Segment;
}

/**
 * Every item of the table, or of one segment, that a filter keeps; items of one partition follow
 * each other. Costs reading the whole segment: for commands and the audit of the ledger; no other
 * role allows it. Strongly consistent for what stood there when it began.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html#Scan.ParallelScan
 */
export type Scan = (filter: Expression, options?: ScanOptions) => AsyncIterable<Item>;

/** The same page by page, each with where to go on, from such a place on. */
export type ScanPages = (
  filter: Expression,
  options?: ScanOptions & { readonly from?: Item | undefined; readonly pageSize?: number },
) => AsyncIterable<{ readonly items: readonly Item[]; readonly next: Item | undefined }>;

export function createScanPages(client: DynamoDBClient, table: string): ScanPages {
  const documents = DynamoDBDocumentClient.from(client);
  return async function* pages({ text, values, names }, options = {}) {
    const { projection, part, from, pageSize } = options;
    let next = from;
    do {
      const response = await documents.send(
        new ScanCommand({
          TableName: table,
          FilterExpression: text,
          ExpressionAttributeValues: { ...values },
          ...(names && { ExpressionAttributeNames: { ...names } }),
          ...(projection !== undefined && { ProjectionExpression: projection }),
          ...(part && { Segment: part.segment, TotalSegments: part.of }),
          ...(pageSize !== undefined && { Limit: pageSize }),
          ConsistentRead: true,
          ExclusiveStartKey: next,
        }),
      );
      next = response.LastEvaluatedKey;
      yield { items: response.Items ?? [], next };
    } while (next);
  };
}

export function createScan(client: DynamoDBClient, table: string): Scan {
  const pages = createScanPages(client, table);
  return async function* scan(filter, options) {
    for await (const { items } of pages(filter, options)) yield* items;
  };
}
