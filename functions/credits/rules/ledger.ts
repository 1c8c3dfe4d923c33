import type { Balance, CreditAccount, LedgerEntry } from './ledger-entry.ts';

/** Every kind of movement there is, with the id that makes it happen at most once. */

const entry = (
  kind: LedgerEntry['kind'],
  id: string,
  from: CreditAccount,
  to: CreditAccount,
  amount: number,
  why: string,
): LedgerEntry => {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${id} moves whole credits, not ${amount}`);
  return { id, kind, from, to, amount, why };
};

/** `source` names the event that brings the credits: `welcome`, `adm:<uuid>`, `cs:<session>` … */
export const grantEntry = (source: string, amount: number, why: string): LedgerEntry =>
  entry('grant', `grant:${source}`, 'source', 'available', amount, why);

export const reserveEntry = (listId: string, epoch: number, amount: number): LedgerEntry =>
  entry('reserve', `reserve:${listId}:${epoch}`, 'available', 'reserved', amount, 'list started');

export const settleEntry = (listId: string, epoch: number, amount: number): LedgerEntry =>
  entry('settle', `settle:${listId}:${epoch}`, 'reserved', 'consumed', amount, 'list answered');

export const releaseEntry = (listId: string, epoch: number, amount: number): LedgerEntry =>
  entry('release', `release:${listId}:${epoch}`, 'reserved', 'available', amount, 'not answered');

export const debitEntry = (requestId: string, amount: number): LedgerEntry =>
  entry('debit', `debit:${requestId}`, 'available', 'consumed', amount, 'single check');

export const undoEntry = (requestId: string, amount: number): LedgerEntry =>
  entry('undo', `undo:${requestId}`, 'consumed', 'available', amount, 'no answer');

export type Deltas = Readonly<Record<CreditAccount, number>>;

/** What entries do to each account, together. They always sum to zero. */
export function deltasOf(entries: readonly LedgerEntry[]): Deltas {
  const deltas = { source: 0, available: 0, reserved: 0, consumed: 0, held: 0 };
  for (const { from, to, amount } of entries) {
    deltas[from] -= amount;
    deltas[to] += amount;
  }
  return deltas;
}

/** The balance that a journal amounts to: at all times equal to the stored one. */
export function fold(entries: readonly LedgerEntry[]): Balance {
  const { available, reserved, consumed, held } = deltasOf(entries);
  return { available, reserved, consumed, held };
}

/** Whether two entries of one id are the same movement. */
export const sameMovement = (a: LedgerEntry, b: LedgerEntry): boolean =>
  a.kind === b.kind && a.from === b.from && a.to === b.to && a.amount === b.amount;
