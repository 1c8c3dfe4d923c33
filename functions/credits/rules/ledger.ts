import {
  type Balance,
  type CreditAccount,
  type EntryKind,
  type LedgerEntry,
  type Movement,
  MOVEMENTS,
} from './ledger-entry.ts';

/**
 * @param event identifies the event. With the kind, it forms the entry's id, which is applied at
 *   most once
 */
function createEntry(kind: EntryKind, event: string, amount: number, why: string): LedgerEntry {
  const id = `${kind}:${event}`;
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${id} must move a whole, non-negative number of credits, not ${amount}`);
  const [from, to] = MOVEMENTS[kind];
  return { id, kind, from, to, amount, why };
}

/**
 * @param source the event that grants credits: `welcome:<user>`, `cs:<session>`, `in:<invoice>`,
 *   `adm:<uuid>`, `replacement:<list>:<uuid>` …
 */
export const grantEntry = (source: string, amount: number, why: string): LedgerEntry =>
  createEntry('grant', source, amount, why);

export const reserveEntry = (listId: string, epoch: number, amount: number): LedgerEntry =>
  createEntry('reserve', `${listId}:${epoch}`, amount, 'list started');

export const settleEntry = (listId: string, epoch: number, amount: number): LedgerEntry =>
  createEntry('settle', `${listId}:${epoch}`, amount, 'list answered');

export const releaseEntry = (listId: string, epoch: number, amount: number): LedgerEntry =>
  createEntry('release', `${listId}:${epoch}`, amount, 'not answered');

/** @param by see `LedgerEntry` */
export const debitEntry = (requestId: string, amount: number, by?: string): LedgerEntry => ({
  ...createEntry('debit', requestId, amount, 'single check'),
  by,
});

export const undoEntry = (requestId: string, amount: number, by?: string): LedgerEntry => ({
  ...createEntry('undo', requestId, amount, 'no answer'),
  by,
});

/** @param id identifies the charge and the amount refunded so far */
export const clawBackEntry = (id: string, amount: number, why: string): LedgerEntry =>
  createEntry('clawback', id, amount, why);

/** An administrator's correction takes only available credits, so it never causes debt. */
export const correctionEntry = (id: string, amount: number, why: string): LedgerEntry =>
  createEntry('correction', id, amount, why);

/** @param ended whether the dispute has ended, so that nothing must be held */
export const holdEntry = (dispute: string, asked: number, ended: boolean): LedgerEntry => ({
  ...createEntry('hold', dispute, ended ? 0 : asked, 'payment disputed'),
  asked,
});
export const holdId = (dispute: string): string => `hold:${dispute}`;

/** Written once per dispute, whatever its outcome and even if nothing was held. */
export const releaseHoldEntry = (dispute: string, amount: number): LedgerEntry => ({
  ...createEntry('unhold', dispute, amount, 'dispute ended'),
  asked: 0,
});
export const releaseHoldId = (dispute: string): string => `unhold:${dispute}`;

export const seizeHeldEntry = (dispute: string, amount: number, why: string): LedgerEntry =>
  createEntry('forfeit', dispute, amount, why);

/** @param cause the entry whose shortfall is lent: a claw-back, a hold or a seizure */
export const borrowEntry = (cause: LedgerEntry, amount: number): LedgerEntry =>
  createEntry('borrow', cause.id, amount, 'no longer there');

/** @param cause the entry whose credits repay the debt */
export const repayEntry = (cause: LedgerEntry, amount: number): LedgerEntry =>
  createEntry('repay', cause.id, amount, 'debt paid');

export type Deltas = Readonly<Record<CreditAccount, number>>;

const ZERO_DELTAS: Deltas = { source: 0, available: 0, reserved: 0, consumed: 0, held: 0, debt: 0 };

/**
 * Returns the total change of each account, added to `initial`. The changes of all accounts sum to
 * zero.
 */
export function deltasOf(entries: readonly Movement[], initial: Deltas = ZERO_DELTAS): Deltas {
  const deltas = { ...initial };
  for (const { from, to, amount } of entries) {
    deltas[from] -= amount;
    deltas[to] += amount;
  }
  return deltas;
}

export function balanceAfter(deltas: Deltas): Balance {
  const { source: _, debt, ...accounts } = deltas;
  // `-debt` would be -0 if the debt is 0.
  return { ...accounts, debt: 0 - debt };
}

/** Returns the balance after `entries`. For all entries of a user, this is the stored balance. */
export const sumEntries = (entries: readonly LedgerEntry[]): Balance =>
  balanceAfter(deltasOf(entries));

/** Whether two entries with the same id are equal, compared by requested amounts, if any. */
export const isSameMovement = (a: LedgerEntry, b: LedgerEntry): boolean =>
  a.kind === b.kind &&
  a.from === b.from &&
  a.to === b.to &&
  (a.asked ?? a.amount) === (b.asked ?? b.amount);
