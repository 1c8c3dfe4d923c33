import * as z from 'zod/mini';
import {
  type ApplyAction,
  MARKED_STATUSES,
  type MarkedStatus,
} from '../../../shared/model/connections/apply-actions.ts';
import { type VerdictReason, statusForReason } from '../../../shared/model/verdict.ts';
import type { ContactState } from './service.ts';

export type ApplyActions = Readonly<Record<MarkedStatus, readonly ApplyAction[]>>;

/** Returns the status of a reason if the job changes contacts with that status. */
export const chosenStatusOf = (
  reason: VerdictReason,
  actions: ApplyActions,
): MarkedStatus | undefined =>
  MARKED_STATUSES.find((each) => each === statusForReason(reason) && actions[each].length > 0);

const contactValues = z.object({
  marks: z.optional(z.array(z.enum(MARKED_STATUSES))),
  field: z.optional(z.nullable(z.string())),
  subscribed: z.optional(z.boolean()),
});
type ContactValues = Readonly<z.infer<typeof contactValues>>;

const journalEntry = z.object({
  id: z.string(),
  email: z.string(),
  /** The values that the job changes, before and after. */
  before: contactValues,
  after: contactValues,
});
export type JournalEntry = Readonly<z.infer<typeof journalEntry>>;

/** The changes that a job makes to a batch of contacts, stored before it makes them. */
export const storedJournal = z.object({
  /** Name of the previous batch's journal. */
  previous: z.optional(z.string()),
  entries: z.array(journalEntry),
  /** Number of contacts in the batch. Contacts without an entry are not changed. */
  contacts: z.number(),
  unsubscribed: z.number(),
  missing: z.number(),
});
export type Journal = Readonly<z.infer<typeof storedJournal>>;

/**
 * The journal is deleted with the list, but neither with its work objects nor with a replaced
 * result.
 */
export const journalKey = (listId: string, name: string): string =>
  `results/${listId}-apply/${name}`;

const isSame = (a: ContactValues[keyof ContactValues], b: typeof a): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? new Set(a).size === new Set(b).size && a.every((each) => b.includes(each))
    : a === b;

/** Returns what to change about a subscribed contact; undefined if nothing is left to do. */
export function computeChange(
  state: ContactState,
  status: MarkedStatus,
  actions: readonly ApplyAction[],
): Pick<JournalEntry, 'before' | 'after'> | undefined {
  const before: z.infer<typeof contactValues> = {};
  const after: z.infer<typeof contactValues> = {};
  if (actions.includes('mark') && !isSame([...state.marks], [status])) {
    before.marks = [...state.marks];
    after.marks = [status];
  }
  if (actions.includes('field') && state.field !== status) {
    before.field = state.field;
    after.field = status;
  }
  if (actions.includes('unsubscribe')) {
    before.subscribed = state.subscribed;
    after.subscribed = false;
  }
  return Object.keys(after).length > 0 ? { before, after } : undefined;
}

/**
 * Returns the former values to restore: only where the current value is the one that the job wrote.
 * Any other value was changed by somebody else, and is kept.
 * @param state undefined if the contact does not exist anymore
 */
export function computeUndo(
  { before, after }: JournalEntry,
  state: ContactState | undefined,
  canResubscribe: boolean,
): { readonly values: ContactValues; readonly isRaced: boolean } {
  if (!state) return { values: {}, isRaced: true };
  const current = { ...state, marks: [...state.marks] };
  const changed = (Object.keys(after) as (keyof ContactValues)[]).filter(
    (name) => after[name] !== undefined && (name !== 'subscribed' || canResubscribe),
  );
  const restored = changed.filter((name) => isSame(current[name], after[name]));
  return {
    values: Object.fromEntries(restored.map((name) => [name, before[name]])),
    isRaced: changed.some(
      (name) => !isSame(current[name], after[name]) && !isSame(current[name], before[name]),
    ),
  };
}
