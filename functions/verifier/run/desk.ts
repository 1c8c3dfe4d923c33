import type { Limits } from '../limits.ts';
import type { Counters } from '../types.ts';
import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import type { Interpreter } from './interpreter.ts';
import type { MailStop } from './mail-stop.ts';
import type { Domain } from './task.ts';

/** What a session needs of the run it works for. */
export interface Desk {
  limits: Limits;
  counters: Counters;
  interpreter: Interpreter;
  mailFrom: string;
  /** False when an ask repeats another, and so needs no asking. */
  claim(ask: Ask, domain: Domain): boolean;
  settle(ask: Ask, outcome: Outcome, domain: Domain): void;
  /** Settles what is held of a domain, wherever it was asked. */
  settleHeld(domain: Domain): void;
  /** Hands addresses to the mail host after the one at `rank`; false when there is none. */
  forward(stop: MailStop, rank: number, domain: Domain, asks: readonly Ask[]): boolean;
  /** Gives every address that waits at the stop this outcome. */
  refuse(stop: MailStop, outcome: Outcome): void;
  /** Remembers what was learnt of a domain at its mail hosts. */
  learn(stop: MailStop, domain: Domain): void;
  /**
   * Whether a session that failed so was one too many: others are at work at the stop or, where it is
   * the rate that is spoken of, at its provider. What waits is left to those.
   */
  isOneTooMany(stop: MailStop, outcome: Outcome): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** It was measured what a recipient takes: another session may be worth while. */
  measured(stop: MailStop): void;
  /** A transaction took as long as whole sessions do elsewhere, and counts as one to the pace. */
  lasts(stop: MailStop): void;
  /** Leaves the provider alone for a while. */
  block(stop: MailStop): void;
  /** Notes that a domain of the provider says we are blocked, or that one serves us. */
  suspect(stop: MailStop): void;
  trust(stop: MailStop): void;
}
