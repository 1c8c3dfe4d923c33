import type { Provider } from '../data/providers.ts';
import type { Limits } from '../model/limits.ts';
import type { Domain, Recipient } from './domain-batch.ts';

/** The open transaction of a session, and how many recipients its server accepts in one. */
export interface Transaction {
  /** Recipients that the server accepted in the open transaction. */
  readonly accepted: number;
  /** Whether something was sent in the transaction, and more recipients may be. */
  hasRoom(domain: Domain): boolean;
  /** Whether the next recipients go into the open transaction. */
  continues(domain: Domain, utf8: boolean): boolean;
  /** How many recipients may be sent next. */
  room(domain: Domain, utf8: boolean): number;
  send(domain: Domain, utf8: boolean, count: number): void;
  accept(count: number): void;
  close(): void;
  /** Closes the transaction: the next one is about another domain. */
  reset(): void;
  /**
   * Notes a suspected limit on the recipients of a transaction.
   *
   * @param left the recipients that the server refused because of their number
   * @returns true if even the first recipient was refused: then the limit is one of the connection
   */
  suspectLimit(left: readonly Recipient[]): boolean;
  /** The suspected limit if the first reply of this transaction confirms it. */
  confirmLimit(first: Recipient | undefined, hasAnswer: () => boolean): number | undefined;
}

/** Recipients of the open transaction; none before something is sent. */
const NONE = { sent: 0, accepted: 0, utf8: false };

export function createTransaction(limits: Limits, provider: Provider | undefined): Transaction {
  let open = NONE;
  /**
   * A suspected limit. The next transaction confirms it if its first recipient, which was refused
   * before, now gets an answer.
   */
  let suspected: { limit: number; first: Recipient | undefined } | undefined;

  const limitOf = ({ recipientCap = Infinity }: Domain): number =>
    Math.min(
      limits.recipientsPerTransaction,
      provider?.recipientsPerTransaction ?? Infinity,
      recipientCap,
      suspected?.limit ?? Infinity,
    );
  const hasRoom = (domain: Domain): boolean => open.sent > 0 && open.sent < limitOf(domain);
  const continues = (domain: Domain, utf8: boolean): boolean =>
    hasRoom(domain) && open.utf8 === utf8;

  return {
    get accepted() {
      return open.accepted;
    },
    hasRoom,
    continues,
    room: (domain, utf8) => limitOf(domain) - (continues(domain, utf8) ? open.sent : 0),
    send(domain, utf8, count) {
      const { sent, accepted } = continues(domain, utf8) ? open : NONE;
      open = { sent: sent + count, accepted, utf8 };
    },
    accept(count) {
      open = { ...open, accepted: open.accepted + count };
    },
    close() {
      open = NONE;
    },
    reset() {
      open = NONE;
      suspected = undefined;
    },
    suspectLimit(left) {
      const replied = open.sent - left.length;
      if (replied === 0) return true;
      // Some servers count the recipients that they accepted, some all that were sent.
      suspected = { limit: Math.max(1, open.accepted, Math.floor(replied / 2)), first: left[0] };
      return false;
    },
    confirmLimit(first, hasAnswer) {
      if (!suspected || first !== suspected.first) return undefined;
      const { limit } = suspected;
      suspected = undefined;
      return hasAnswer() ? limit : undefined;
    },
  };
}
