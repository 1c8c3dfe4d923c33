import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
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

export function createScan(client: DynamoDBClient, table: string): Scan {
  const documents = DynamoDBDocumentClient.from(client);
  return async function* scan({ text, values, names }, { projection, part } = {}) {
    const pages = paginateScan(
      { client: documents },
      {
        TableName: table,
        FilterExpression: text,
        ExpressionAttributeValues: { ...values },
        ...(names && { ExpressionAttributeNames: { ...names } }),
        ...(projection !== undefined && { ProjectionExpression: projection }),
        ...(part && { Segment: part.segment, TotalSegments: part.of }),
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) yield* Items;
  };
}
