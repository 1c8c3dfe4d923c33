import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from './key.ts';

export type Item = Record<string, unknown>;
/** One write or condition of a transaction, made by `expression.ts` and read by `transact` alone. */
export type TransactionStep = (
  table: string,
) => NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An expression with its bound values; names stand in the text or, when reserved, as `#name`. */
export interface Expression {
  readonly text: string;
  readonly values?: Readonly<Item>;
  readonly names?: Readonly<Record<string, string>>;
}

export interface Query {
  readonly partition: string;
  /** Only sort keys that begin with this; all without. */
  readonly prefix?: string;
  /** Of these, only sort keys from this one on; begins with `prefix`. */
  readonly from?: string;
  /** Of these, only sort keys up to this one; begins with `prefix`. */
  readonly to?: string;
  readonly descending?: boolean;
  readonly projection?: Expression;
}

/** What became of each step of a cancelled transaction, by position. */
export type Cancelled = readonly ('none' | 'condition')[];

/**
 * The table as its adapters use it: strong reads, conditional writes that return a result instead
 * of throwing, transactions that outlast conflicts and throttling. An item whose `ttl` (epoch
 * seconds) has passed is never returned, since DynamoDB deletes it hours later.
 */
export interface Db {
  get(key: Key): Promise<Item | undefined>;
  /** Items that exist, in no particular order; eventually consistent unless asked otherwise. */
  batchGet(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<Item[]>;
  /** False when the condition failed. */
  put(item: Item & Key, condition?: Expression): Promise<boolean>;
  /** Removes what a query finds, in batches; not together, and in any order. */
  deleteAll(query: Query): Promise<void>;
  /** The item after the update, or undefined when the condition failed. */
  update(key: Key, update: Expression, condition?: Expression): Promise<Item | undefined>;
  /** False when the condition failed. */
  delete(key: Key, condition?: Expression): Promise<boolean>;
  query(query: Query): AsyncIterable<Item>;
  /** The `limit` items behind the first `skip` of a query, in its order. Costs reading both. */
  page(query: Query, skip: number, limit: number): Promise<Item[]>;
  /** Undefined when applied, else what failed where. */
  transact(steps: readonly TransactionStep[]): Promise<Cancelled | undefined>;
}
