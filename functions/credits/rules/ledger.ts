import {
  type Balance,
  type CreditAccount,
  type LedgerEntryKind,
  type LedgerEntry,
  type Movement,
  MOVEMENTS,
} from './ledger-entry.ts';

/**
 * @param event identifies the event. With the kind, it forms the entry's id, which is applied at
 *   most once
 */
function createEntry(
  kind: LedgerEntryKind,
  event: string,
  amount: number,
  why: string,
): LedgerEntry {
  const id = `${kind}:${event}`;
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${id} cannot move ${amount} credits`);
  const [from, to] = MOVEMENTS[kind];
  return { id, kind, from, to, amount, why };
}

/**
 * @param source the event that grants credits: `welcome:<user>`, `cs:<session>`, `in:<invoice>`,
 *   `adm:<uuid>`, `replacement:<list>:<uuid>` …
 */
export const createGrantEntry = (source: string, amount: number, why: string): LedgerEntry =>
  createEntry('grant', source, amount, why);

/**
 * Numbers of a list's reservations in the ids of its ledger entries. A list with a preview can make
 * both reservations.
 */
export const RESERVATION = { preview: 0, list: 1 } as const;

export const createReserveEntry = (
  listId: string,
  reservation: number,
  amount: number,
): LedgerEntry => createEntry('reserve', `${listId}:${reservation}`, amount, 'list started');

export const createSettleEntry = (listId: string, amount: number): LedgerEntry =>
  createEntry('settle', `${listId}:${RESERVATION.list}`, amount, 'list answered');

export const createReleaseEntry = (listId: string, amount: number): LedgerEntry =>
  createEntry('release', `${listId}:${RESERVATION.list}`, amount, 'not answered');

/** @param by see `LedgerEntry` */
export const createDebitEntry = (requestId: string, amount: number, by?: string): LedgerEntry => ({
  ...createEntry('debit', requestId, amount, 'single check'),
  by,
});

export const createUndoEntry = (requestId: string, amount: number, by?: string): LedgerEntry => ({
  ...createEntry('undo', requestId, amount, 'no answer'),
  by,
});

/** @param id identifies the charge and the amount refunded so far */
export const createClawBackEntry = (id: string, amount: number, why: string): LedgerEntry =>
  createEntry('clawback', id, amount, why);

/** An administrator's correction takes only available credits, so it never causes debt. */
export const createCorrectionEntry = (id: string, amount: number, why: string): LedgerEntry =>
  createEntry('correction', id, amount, why);

/** @param ended whether the dispute has ended, so that nothing must be held */
export const createHoldEntry = (dispute: string, asked: number, ended: boolean): LedgerEntry => ({
  ...createEntry('hold', dispute, ended ? 0 : asked, 'payment disputed'),
  asked,
});
export const holdEntryId = (dispute: string): string => `hold:${dispute}`;

/** Written at most once per dispute decision, whatever its outcome and even if nothing was held. */
export const createReleaseHoldEntry = (dispute: string, amount: number): LedgerEntry => ({
  ...createEntry('unhold', dispute, amount, 'dispute ended'),
  asked: 0,
});
export const releaseHoldEntryId = (dispute: string): string => `unhold:${dispute}`;

export const createSeizeHeldEntry = (dispute: string, amount: number, why: string): LedgerEntry =>
  createEntry('forfeit', dispute, amount, why);

/** @param cause the entry whose shortfall is lent: a claw-back, a hold or a seizure */
export const createBorrowEntry = (cause: LedgerEntry, amount: number): LedgerEntry =>
  createEntry('borrow', cause.id, amount, 'no longer there');

/** @param cause the entry whose credits repay the debt */
export const createRepayEntry = (cause: LedgerEntry, amount: number): LedgerEntry =>
  createEntry('repay', cause.id, amount, 'debt paid');

export type AccountDeltas = Readonly<Record<CreditAccount, number>>;

const ZERO_DELTAS: AccountDeltas = {
  source: 0,
  available: 0,
  reserved: 0,
  consumed: 0,
  held: 0,
  debt: 0,
};

/** Adds the changes to `initial`. The changes of all accounts sum to zero. */
export function sumDeltas(
  entries: readonly Movement[],
  initial: AccountDeltas = ZERO_DELTAS,
): AccountDeltas {
  const deltas = { ...initial };
  for (const { from, to, amount } of entries) {
    deltas[from] -= amount;
    deltas[to] += amount;
  }
  return deltas;
}

export function toBalance(deltas: AccountDeltas): Balance {
  const { source: _, debt, ...accounts } = deltas;
  // `-debt` would be -0 if the debt is 0.
  return { ...accounts, debt: 0 - debt };
}

/** Returns the balance after `entries`. For all entries of a user, this is the stored balance. */
export const sumEntries = (entries: readonly LedgerEntry[]): Balance =>
  toBalance(sumDeltas(entries));

/** Whether two entries with the same id are equal, compared by requested amounts, if any. */
export const isSameEntry = (a: LedgerEntry, b: LedgerEntry): boolean =>
  a.kind === b.kind &&
  a.from === b.from &&
  a.to === b.to &&
  (a.asked ?? a.amount) === (b.asked ?? b.amount);
