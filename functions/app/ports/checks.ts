import type { Verdict } from './engine.ts';

/** A single check, from its debit on. */
export interface Check {
  readonly requestId: string;
  readonly email: string;
  /**
   * - `pending`: paid, not answered yet;
   * - `answered`: `verdict` is the answer, for every repetition of the request;
   * - `undone`: given up, and the credit returned.
   */
  readonly state: 'pending' | 'answered' | 'undone';
  readonly verdict?: Verdict;
}

/** Single checks with what they cost. Each move and its ledger entry are one transaction. */
export interface Checks {
  get(userId: string, requestId: string): Promise<Check | undefined>;
  /**
   * Takes the credit and notes the check as pending, once for a request id. `known`: it was noted
   * before; nothing was written.
   */
  open(
    userId: string,
    requestId: string,
    email: string,
    now: number,
  ): Promise<'opened' | 'known' | 'insufficient'>;
  /**
   * Stores the answer of a pending check, and returns the credit unless it is `charged`. False when
   * the check is no longer pending: another answer, or its end, was faster.
   */
  answer(userId: string, requestId: string, verdict: Verdict, charged: boolean): Promise<boolean>;
  /** Gives a pending check up and returns its credit. */
  undo(userId: string, requestId: string): Promise<void>;
}
