import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Expression, Item } from './db.ts';

/** One segment of a parallel scan; segments are counted from 0. */
export interface ScanSegment {
  readonly segment: number;
  readonly of: number;
}

interface ScanOptions {
  /** Attributes to return; all by default. */
  readonly projection?: string;
  readonly part?: ScanSegment;
}

/**
 * Returns all items of the table, or of a segment, that match a filter. Items of a partition are
 * adjacent. Costs as much as reading the whole segment, so only commands and the ledger audit may
 * use it; the roles of other functions forbid it. Strongly consistent for items that existed at the
 * start.
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
