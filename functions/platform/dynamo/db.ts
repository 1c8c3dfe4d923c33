import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from './key.ts';

export type Item = Record<string, unknown>;
export type TransactionItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** A write or a condition for `transact`, created by a function in `expression.ts`. */
export type TransactionStep = (table: string) => TransactionItem;

/** A DynamoDB expression, with the values (`:value`) and names (`#name`) of its placeholders. */
export interface Expression {
  readonly text: string;
  readonly values?: Readonly<Item>;
  readonly names?: Readonly<Record<string, string>>;
}

export interface Query {
  readonly partition: string;
  /** Prefix of the sort keys. Without it, the whole partition is read. */
  readonly prefix?: string | undefined;
  /** First sort key, inclusive. Must start with `prefix`. */
  readonly from?: string;
  /** Last sort key, inclusive. Must start with `prefix`. */
  readonly to?: string;
  /** Sort key after which the query continues. Must start with `prefix`. */
  readonly after?: string | undefined;
  readonly descending?: boolean;
  readonly projection?: Expression;
}

/** For each step of a canceled transaction, in order, whether its condition failed. */
export type CancellationReasons = readonly ('none' | 'condition')[];

/**
 * The table, as adapters use it: strongly consistent reads (except `batchGet` by default),
 * conditional writes that return a result instead of throwing, and transactions that retry
 * conflicts and throttling. Reads never return an item whose `ttl` (epoch seconds) has passed,
 * although DynamoDB deletes it hours later.
 */
export interface Db {
  get(key: Key): Promise<Item | undefined>;
  /** The items that exist, in no particular order. Eventually consistent by default. */
  batchGet(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<Item[]>;
  /**
   * Returns false if the condition failed. A write whose response was lost is repeated by the SDK,
   * and then fails if its own first attempt has made the condition false. To reserve an id, use
   * `transact` instead.
   */
  put(item: Item & Key, condition?: Expression): Promise<boolean>;
  /** Deletes all results of a query in batches, in any order and not atomically. */
  deleteAll(query: Query): Promise<void>;
  /** Returns the item after the update, or undefined if the condition failed. */
  update(key: Key, update: Expression, condition?: Expression): Promise<Item | undefined>;
  delete(key: Key, condition?: Expression): Promise<boolean>;
  query(query: Query): AsyncIterable<Item>;
  /**
   * Returns the `limit` results after the first `skip`. Expired items are not counted. Skipped
   * results cost as much as returned ones.
   */
  page(query: Query, skip: number, limit: number): Promise<Item[]>;
  /**
   * Returns undefined on success; otherwise, for each step, whether its condition failed. In a
   * session call, all steps also require the caller's right (`CallerRight`), and so do single writes
   * of the account's items; without it, they throw `role_required` and write nothing. The SDK
   * repeats a call with the same token, so a lost response does not change the result:
   * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
   */
  transact(steps: readonly TransactionStep[]): Promise<CancellationReasons | undefined>;
}
