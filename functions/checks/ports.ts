import type { OutputOf } from '../../shared/contract/route.ts';
import type { checkRoutes } from '../../shared/contract/checks.ts';

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

/** A check that has no answer yet, for the reconciler. */
export interface PendingCheck {
  readonly userId: string;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Single checks with what they cost. Each move and its ledger entry are one transaction. */
export interface Checks {
  get(userId: string, requestId: string): Promise<Check | undefined>;
  /** The checks of a user that are kept, in no particular order. */
  all(userId: string): Promise<readonly Check[]>;
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
  /** Checks without an answer. */
  pendingItems(): AsyncIterable<PendingCheck>;
}

/** The engine's verdict in the words of the contract. */
export type Verdict = OutputOf<(typeof checkRoutes)['checkEmail']>['result'];

/** The verification engine as the product uses it. */
export interface Engine {
  /** SMTP connections that were opened so far. */
  readonly connections: number;
  /**
   * Asks the mail servers of all addresses. One answer for each, by its index, in the order in
   * which answers become known; what has none by `deadline` (epoch milliseconds) is
   * `not_answered`. `attempt` says how often these addresses were asked before; `urgent`, that
   * somebody waits for the answer.
   */
  verify(
    addresses: readonly string[],
    options: {
      readonly deadline: number;
      readonly attempt: number;
      readonly urgent?: boolean;
    },
  ): AsyncIterable<{ readonly index: number; readonly verdict: Verdict }>;
}
