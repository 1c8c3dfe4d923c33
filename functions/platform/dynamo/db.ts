import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from './key.ts';

export type Item = Record<string, unknown>;
/** One write or condition of a transaction: opaque, from `expression.ts` for `transact`. */
export type TransactionStep = (
  table: string,
) => NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An expression with bound values; reserved attribute names are written as `#name`. */
export interface Expression {
  readonly text: string;
  readonly values?: Readonly<Item>;
  readonly names?: Readonly<Record<string, string>>;
}

export interface Query {
  readonly partition: string;
  /** Prefix of the sort key; all items by default. */
  readonly prefix?: string;
  /** Lowest sort key; starts with `prefix`. */
  readonly from?: string;
  /** Highest sort key; starts with `prefix`. */
  readonly to?: string;
  readonly descending?: boolean;
  readonly projection?: Expression;
}

/** Result of each step of a canceled transaction, by position. */
export type CancellationReasons = readonly ('none' | 'condition')[];

/**
 * The table as adapters use it: strong reads, conditional writes that return a result instead of
 * throwing, and transactions with retries on conflicts and throttling. An item whose `ttl` (epoch
 * seconds) has passed is never returned, although DynamoDB deletes it hours later.
 */
export interface Db {
  get(key: Key): Promise<Item | undefined>;
  /** Existing items, in no particular order; eventually consistent by default. */
  batchGet(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<Item[]>;
  /** False when the condition failed. */
  put(item: Item & Key, condition?: Expression): Promise<boolean>;
  /** Deletes the results of a query in batches, in any order and not atomically. */
  deleteAll(query: Query): Promise<void>;
  /** The item after the update, or undefined when the condition failed. */
  update(key: Key, update: Expression, condition?: Expression): Promise<Item | undefined>;
  delete(key: Key, condition?: Expression): Promise<boolean>;
  query(query: Query): AsyncIterable<Item>;
  /** The `limit` results of a query after the first `skip`. Costs reading both. */
  page(query: Query, skip: number, limit: number): Promise<Item[]>;
  /** Undefined on success, or else which steps failed. */
  transact(steps: readonly TransactionStep[]): Promise<CancellationReasons | undefined>;
}
