import type { OutputOf } from '../../shared/contract/route.ts';
import type { checkRoutes } from '../../shared/contract/checks.ts';

/** The engine's verdict in the words of the contract. */
export type Verdict = OutputOf<(typeof checkRoutes)['checkEmail']>['result'];

/** The verification engine as the product uses it; a list of a test has one that asks nobody. */
export interface Engine {
  /** SMTP connections that were opened so far. */
  readonly connections: number;
  /**
   * Asks the mail servers of all addresses. One verdict for each, by its index, in the order in
   * which verdicts become known; what has none by `deadline` (epoch milliseconds) is
   * `not_answered`. `attempt` says how often these addresses were asked before; `urgent`, that
   * somebody waits for the verdict.
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
