import type { OutputOf } from '../../../shared/contract/route.ts';
import type { checkEmailRoute } from '../../../shared/contract/lists.ts';
import type { ReadAddress } from '../../domain/list/address-index.ts';

/** The engine's verdict in the words of the contract. */
export type Verdict = OutputOf<typeof checkEmailRoute>['result'];

/** The verification engine as the product uses it. */
export interface Engine {
  /** Reads the syntax of an address: the key under which duplicates meet, and its domain. */
  readonly readAddress: ReadAddress;
  /**
   * Asks the mail servers of all addresses. One answer for each, by its index, in the order in
   * which answers become known; what has none by `deadline` (epoch milliseconds) is
   * `not_answered`. `attempt` says how often these addresses were asked before.
   */
  verify(
    addresses: readonly string[],
    options: { readonly deadline: number; readonly attempt: number },
  ): AsyncIterable<{ readonly index: number; readonly verdict: Verdict }>;
}
