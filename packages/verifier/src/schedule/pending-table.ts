import { EventEmitter, once } from 'node:events';
import { classifyAddress } from '../address/kinds.ts';
import { suggestCorrection } from '../address/suggest-correction.ts';
import { suggestRepair, suggestWithoutPrefix } from '../address/suggest-repair.ts';
import type { ParsedAddress, SyntaxDetail } from '../address/types.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import type { Limits } from '../model/limits.ts';
import {
  outcomeForUnansweredRecipients,
  outcomeWithoutReply,
  type Outcome,
} from '../verdict/outcome.ts';
import type { VerifierConfig, IndexedVerdict } from '../model/types.ts';
import {
  assembleVerdict,
  UNKNOWN_DOMAIN_TRAITS,
  type DomainTraits,
  type AddressTraits,
} from '../verdict/verdict.ts';
import { createDomain, takeHeldRecipients, type Domain, type Recipient } from './domain-batch.ts';

interface VerdictQueue {
  /** Returns the index of the next address of the input, and reserves room in the window. */
  nextIndex(): number;
  push(verdict: IndexedVerdict): void;
  take(): IndexedVerdict[];
  /** Resolves when there are verdicts, or at `wake`. */
  waitForVerdicts(): Promise<void>;
  wake(): void;
  /** Resolves when `size` more addresses fit into the window. */
  waitForCapacity(size: number): Promise<void>;
}

function createVerdictQueue(window: number): VerdictQueue {
  const events = new EventEmitter();
  let verdicts: IndexedVerdict[] = [];
  let added = 0;
  /** Number of addresses whose verdicts have not been taken yet. */
  let untaken = 0;
  const hasRoomFor = (size: number): boolean => untaken === 0 || untaken + size <= window;

  return {
    nextIndex() {
      untaken += 1;
      added += 1;
      return added - 1;
    },
    push(verdict) {
      verdicts.push(verdict);
      if (verdicts.length === 1) events.emit('verdict');
    },
    take() {
      const taken = verdicts;
      verdicts = [];
      untaken -= taken.length;
      if (taken.length > 0) events.emit('taken');
      return taken;
    },
    async waitForVerdicts() {
      if (verdicts.length === 0) await once(events, 'verdict');
    },
    wake: () => void events.emit('verdict'),
    async waitForCapacity(size) {
      while (!hasRoomFor(size)) await once(events, 'taken');
    },
  };
}

type ConcludedRecipient = { outcome: Outcome; subject: AddressTraits; about: DomainTraits };

/** Concludes the held recipients of a domain without a reply to the random one. */
export function concludeWithoutProbe(table: PendingTable, domain: Domain): void {
  domain.catchAll ??= 'unclear';
  table.concludeHeld(domain);
}

const NO_SUBJECT: AddressTraits = {
  role: false,
  disposable: false,
  free: false,
  tagged: false,
  suggestion: undefined,
};

/**
 * Holds a run's addresses that have no verdict yet, and the verdicts that the caller has not taken
 * yet. Both count toward the window.
 */
export interface PendingTable extends Omit<VerdictQueue, 'nextIndex' | 'push'> {
  /**
   * Adds the next address of the input. Returns undefined if its mailbox is already known; the
   * address then gets the verdict of that mailbox.
   */
  add(email: string, parsed: ParsedAddress): Recipient | undefined;
  /** Adds the next address of the input, which is invalid, together with its verdict. */
  addInvalid(email: string, detail: SyntaxDetail): void;
  /** Assigns a verdict to a recipient and its duplicates, unless the recipient already has one. */
  conclude(recipient: Recipient, outcome: Outcome): void;
  concludeEach(recipients: readonly Recipient[], outcome: Outcome): void;
  /** Assigns verdicts to the held recipients of a domain, at all destinations. */
  concludeHeld(domain: Domain): void;
  /**
   * Concludes all recipients, or only the ones of `domains`: held recipients by their replies, all
   * others with this outcome.
   */
  concludeAll(outcome: Outcome, domains?: ReadonlySet<Domain>): void;
  waitUntilDrained(): Promise<void>;
}

/** @param attempt number of earlier runs for these addresses */
export function createPendingTable(
  { timeScale, trace, now }: Pick<VerifierConfig, 'timeScale' | 'trace' | 'now'>,
  { window, remembered }: Pick<Limits, 'window' | 'remembered'>,
  attempt: number,
): PendingTable {
  const open = new Map<string, Recipient>();
  const known = createTtlCache<ConcludedRecipient>(remembered, now);
  /** Domains with open recipients. `idle` caches domains that have none. */
  const active = new Map<string, Domain>();
  const idle = createTtlCache<Domain>(remembered, now);
  const queue = createVerdictQueue(window);
  const events = new EventEmitter();

  function emitVerdict(
    index: number,
    email: string,
    { outcome, subject, about }: ConcludedRecipient,
  ): void {
    const rest = outcome.reason === 'no_such_mailbox' ? suggestWithoutPrefix(email) : undefined;
    const traits = { ...subject, suggestion: subject.suggestion ?? rest };
    const verdict = assembleVerdict(email, traits, outcome, {
      ...about,
      attempt,
      timeScale,
      now: now(),
    });
    const { status, reason } = verdict;
    trace?.({ kind: 'decision', email, status, reason, rule: outcome.rule });
    queue.push({ index, verdict });
  }

  function domainOf(name: string): Domain {
    const domain = active.get(name) ?? idle.get(name) ?? createDomain(name);
    active.set(name, domain);
    return domain;
  }

  function conclude(recipient: Recipient, outcome: Outcome): void {
    if (recipient.concluded) return;
    recipient.concluded = true;
    const { key, domain, subject, inputs } = recipient;
    const { catchAll, learnedAt, hosts, dmarc } = domain;
    const concluded = { outcome, subject, about: { catchAll, learnedAt, hosts, dmarc } };
    open.delete(key);
    known.set(key, concluded, Infinity);
    domain.open -= 1;
    if (domain.open === 0) {
      active.delete(domain.name);
      idle.set(domain.name, domain, Infinity);
    }
    for (const { index, email } of inputs) emitVerdict(index, email, concluded);
    if (open.size === 0) events.emit('drained');
  }

  function concludeHeld(domain: Domain): void {
    for (const { recipient, outcome } of takeHeldRecipients(domain)) conclude(recipient, outcome);
  }

  return {
    ...queue,
    add(email, parsed) {
      const index = queue.nextIndex();
      const openRecipient = open.get(parsed.normalized);
      const concluded = known.get(parsed.normalized);
      if (openRecipient) openRecipient.inputs.push({ index, email });
      else if (concluded) emitVerdict(index, email, concluded);
      if (openRecipient || concluded) return undefined;
      const domain = domainOf(parsed.ascii);
      const recipient: Recipient = {
        domain,
        key: parsed.normalized,
        wire: parsed.wire,
        utf8: parsed.needsSmtpUtf8,
        subject: { ...classifyAddress(parsed), suggestion: suggestCorrection(parsed) },
        inputs: [{ index, email }],
        concluded: false,
      };
      domain.open += 1;
      open.set(recipient.key, recipient);
      return recipient;
    },
    addInvalid(email, detail) {
      const outcome = outcomeWithoutReply('undeliverable', 'bad_syntax', 1, { rule: detail });
      const subject = { ...NO_SUBJECT, suggestion: suggestRepair(email) };
      emitVerdict(queue.nextIndex(), email, { outcome, subject, about: UNKNOWN_DOMAIN_TRAITS });
    },
    conclude,
    concludeEach(recipients, outcome) {
      const outcomeOfEach = outcomeForUnansweredRecipients(outcome);
      for (const recipient of recipients) conclude(recipient, outcomeOfEach);
    },
    concludeHeld,
    concludeAll(outcome, domains) {
      for (const domain of domains ?? active.values()) {
        const held = takeHeldRecipients(domain);
        if (held.length > 0) domain.catchAll ??= 'unclear';
        for (const each of held) conclude(each.recipient, each.outcome);
      }
      for (const recipient of open.values())
        if (!domains || domains.has(recipient.domain)) conclude(recipient, outcome);
    },
    async waitUntilDrained() {
      while (open.size > 0) await once(events, 'drained');
    },
  };
}
