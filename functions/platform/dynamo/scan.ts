import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Expression, Item } from './db.ts';

/** A segment of a parallel scan, from 0. */
export interface Segment {
  readonly segment: number;
  readonly of: number;
}

interface ScanOptions {
  /** Attributes to return; all by default. */
  readonly projection?: string;
  readonly part?: Segment;
}

/**
 * All items of the table, or of a segment, that match a filter; items of a partition are adjacent.
 * Costs reading the whole segment: only for commands and the ledger audit; no other role permits
 * it. Strongly consistent for items that existed at the start.
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
