import { type Balance, BALANCE_ACCOUNTS } from './ledger-entry.ts';
import { sumEntries } from './ledger.ts';

/** Balance from all entries of the UTC days before `day`, to which no entries are added anymore. */
export interface Checkpoint {
  readonly day: string;
  readonly balance: Balance;
  /** When a closed account's ledger expires, in epoch seconds. */
  readonly ttl?: number | undefined;
}

export const NO_CHECKPOINT: Checkpoint = { day: '', balance: sumEntries([]) };

export const addBalances = (a: Balance, b: Balance): Balance => {
  const sums = { ...a };
  for (const account of BALANCE_ACCOUNTS) sums[account] += b[account];
  return sums;
};

export const isSameBalance = (a: Balance, b: Balance): boolean =>
  BALANCE_ACCOUNTS.every((account) => a[account] === b[account]);
