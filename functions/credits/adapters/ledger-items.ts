import * as z from 'zod/mini';
import {
  type Balance,
  BALANCE_ACCOUNTS,
  ENTRY_KINDS,
  type LedgerEntry,
  type Movement,
} from '../rules/ledger-entry.ts';
import { sumEntries } from '../rules/ledger.ts';
import type { Expression, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  joinConditions,
  updateExpression,
  itemNotExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { balanceKey, entryKey } from './keys.ts';

/** A stored balance. `version` counts writes and is undefined before the first one. */
export interface StoredBalance {
  readonly balance: Balance;
  readonly version: number | undefined;
  /** When a closed account's ledger expires, in epoch seconds. */
  readonly ttl: number | undefined;
}

/**
 * Accounts that a movement can name. The balance of `source` is not stored, because it is the
 * negative sum of the other balances; `debt` is stored as a positive number.
 */
const ACCOUNTS = ['source', ...BALANCE_ACCOUNTS] as const;

const amount = z._default(z.number(), 0);

const storedBalance = z.object({
  available: amount,
  reserved: amount,
  consumed: amount,
  held: amount,
  debt: amount,
});

const storedMovement = z.object({
  from: z.enum(ACCOUNTS),
  to: z.enum(ACCOUNTS),
  amount: z.number(),
});

const storedEntry: z.ZodMiniType<LedgerEntry> = z.extend(storedMovement, {
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  asked: z.optional(z.number()),
  why: z.string(),
  by: z.optional(z.string()),
});

export const parseLedgerEntry = (item: Item): LedgerEntry => storedEntry.parse(item);

export const parseMovement = (item: Item): Movement => storedMovement.parse(item);

export const parseStoredBalance = (item: Item | undefined): StoredBalance => ({
  balance: storedBalance.parse(item ?? {}),
  version: z.optional(z.number()).parse(item?.['version']),
  ttl: z.optional(z.number()).parse(item?.['ttl']),
});

/** Which part of the balance must be unchanged since it was read: all of it, or only the debt. */
export type WritePrecondition =
  { readonly version: number | undefined } | { readonly debt: number };

/** @param ttl when the entry expires, in epoch seconds; undefined while the account exists */
export const entryWrite = (
  userId: string,
  entry: LedgerEntry,
  now: number,
  ttl?: number,
): TransactionStep => {
  const at = new Date(now).toISOString();
  return putWrite({ ...entryKey(userId, entry.id), ...entry, at, ttl }, itemNotExists);
};

function preconditionExpression(precondition: WritePrecondition): Expression {
  if ('version' in precondition) return where({ version: precondition.version });
  const debtCondition = where({ debt: precondition.debt });
  return precondition.debt === 0
    ? { ...debtCondition, text: `(attribute_not_exists(#debt) OR ${debtCondition.text})` }
    : debtCondition;
}

/** The write fails if an account would be overdrawn, or if `precondition` is not met. */
export function balanceWrite(
  userId: string,
  entries: readonly LedgerEntry[],
  precondition?: WritePrecondition,
): TransactionStep {
  const change = sumEntries(entries);
  const changedAccounts = BALANCE_ACCOUNTS.filter((account) => change[account] !== 0);
  const increments = Object.fromEntries(
    changedAccounts.map((account) => [account, change[account]]),
  );
  const sufficiencyConditions = changedAccounts
    .filter((account) => change[account] < 0)
    .map((account) => ({
      text: `#${account} >= :need_${account}`,
      values: { [`:need_${account}`]: -change[account] },
    }));
  return updateWrite(
    balanceKey(userId),
    updateExpression({}, { ...increments, version: 1 }),
    joinConditions([
      ...sufficiencyConditions,
      ...(precondition ? [preconditionExpression(precondition)] : []),
    ]),
  );
}
