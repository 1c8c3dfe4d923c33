import type { ParsedAddress, SyntaxDetail } from '../address/types.ts';
import type { Limits } from '../limits.ts';
import type { Answer, VerifierConfig } from '../types.ts';
import { assemble, unheard } from '../verdict.ts';
import type { CatchAll, Outcome, Subject } from '../verdict.ts';
import { createAsk } from './ask.ts';
import type { Ask } from './ask.ts';
import { createBell } from './bell.ts';
import { createQueue } from './queue.ts';
import { subjectOf } from './subjects.ts';
import { createDomain, takeHeld, takeWaiting } from './task.ts';
import type { Domain } from './task.ts';

/**
 * The addresses of one run: which are open, and the answers that wait to be collected. Both count
 * against the window, so that a slow consumer slows the reading down.
 */
export interface Book {
  /**
   * Enters the next address of the input. The ask is to be put to a server; undefined when that
   * needs no asking, since the run asks or has asked for the same mailbox.
   */
  enter(email: string, parsed: ParsedAddress, domain: Domain): Ask | undefined;
  /**
   * To be called before an ask is put to a server. False when the same mailbox was before it: it is
   * answered with that one. Many wait for one domain, and are compared together when their turn has
   * come: one by one, as they come in, each would have to be fetched from far.
   */
  claim(ask: Ask, domain: Domain): boolean;
  /** The domain of an address, with what the run knows of it. */
  domainOf(parsed: ParsedAddress): Domain;
  /** Enters and answers the next address of the input, which is none. */
  refuse(email: string, detail: SyntaxDetail): void;
  /** Answers an open address and its repetitions. Answered ones are left as they are. */
  settle(ask: Ask, outcome: Outcome, domain: Domain): void;
  /** Settles what is held of a domain, wherever it was asked. */
  settleHeld(domain: Domain): void;
  settleAll(outcome: Outcome): void;
  collect(): Answer[];
  /** Resolves when there is something to collect, or at `wake`. */
  filled(): Promise<void>;
  wake(): void;
  /** Resolves when `size` more addresses fit into the window. */
  room(size: number): Promise<void>;
  /** Resolves when no address is open. */
  emptied(): Promise<void>;
}

const NOBODY: Subject = { role: false, disposable: false, free: false, suggestion: undefined };

export function createBook(
  { timeScale, trace }: Pick<VerifierConfig, 'timeScale' | 'trace'>,
  { window, remembered: mostRemembered }: Pick<Limits, 'window' | 'remembered'>,
  attempt: number,
): Book {
  const domains = new Map<string, Domain>();
  /** Domains of which no address is open. */
  const idle = createQueue<Domain>();
  /** Answered addresses that are remembered. */
  let remembered = 0;
  let open = 0;
  let answers: Answer[] = [];
  let last: Ask['answer'];
  let entered = 0;
  let held = 0;
  const filled = createBell();
  const emptied = createBell();
  let awaited: { size: number; go: () => void } | undefined;

  function answer(
    index: number,
    email: string,
    recipient: string,
    subject: Subject,
    outcome: Outcome,
    catchAll: CatchAll | undefined,
  ): void {
    const context = { recipient, catchAll, attempt, timeScale };
    const verdict = assemble(email, subject, outcome, context);
    const { status, reason } = verdict;
    trace?.({ kind: 'decision', email, status, reason, rule: outcome.rule });
    answers.push({ index, verdict });
    if (answers.length === 1) filled.ring();
  }

  function settle(ask: Ask, outcome: Outcome, domain: Domain): void {
    if (ask.answer || !claim(ask, domain)) return;
    ask.answer = answerOf(outcome, domain.catchAll);
    repeat(ask, ask.index, ask.email);
    for (const { index, email } of ask.twins ?? []) repeat(ask, index, email);
    ask.twins = undefined;
    close(domain);
    remembered += 1;
    if (remembered > mostRemembered) forget(ask, domain);
  }

  function claim(ask: Ask, domain: Domain): boolean {
    if (ask.turn !== 'waits') return ask.turn === 'first';
    const known = (domain.known ??= new Map());
    const before = known.get(ask.key);
    if (before) {
      ask.turn = 'repeats';
      repeat(before, ask.index, ask.email);
      close(domain);
      return false;
    }
    known.set(ask.key, ask);
    ask.turn = 'first';
    return true;
  }

  /** Answers as the first of a mailbox is answered, or when it is. */
  function repeat(first: Ask, index: number, email: string): void {
    if (first.answer) {
      const { outcome, catchAll } = first.answer;
      answer(index, email, first.wire, first.subject, outcome, catchAll);
    } else (first.twins ??= []).push({ index, email });
  }

  /** One address less is open. */
  function close(domain: Domain): void {
    domain.open -= 1;
    if (domain.open === 0) idle.add(domain);
    open -= 1;
    if (open === 0) emptied.ring();
  }

  /** A domain of which none is open, the longest idle first, or this address. */
  function forget(ask: Ask, { known }: Domain): void {
    const unused = idle.next();
    if (unused) {
      domains.delete(unused.name);
      remembered -= unused.known?.size ?? 0;
    } else {
      known?.delete(ask.key);
      remembered -= 1;
    }
  }

  /** The last answer given is mostly the next one, too: one object serves them all. */
  function answerOf(outcome: Outcome, catchAll: CatchAll | undefined): NonNullable<Ask['answer']> {
    if (last?.outcome !== outcome || last.catchAll !== catchAll) last = { outcome, catchAll };
    return last;
  }

  function next(): number {
    const index = entered;
    entered += 1;
    held += 1;
    return index;
  }

  const fits = (size: number): boolean => held === 0 || held + size <= window;

  return {
    domainOf(parsed) {
      let domain = domains.get(parsed.ascii);
      if (!domain) {
        domain = createDomain(parsed);
        domains.set(domain.name, domain);
      }
      return domain;
    },
    enter(email, parsed, domain) {
      const index = next();
      const before = domain.known?.get(parsed.normalized);
      if (before) {
        repeat(before, index, email);
        return undefined;
      }
      if (domain.open === 0) idle.delete(domain);
      domain.open += 1;
      open += 1;
      return createAsk(index, email, parsed, subjectOf(parsed, domain.lore));
    },
    claim,
    refuse(email, detail) {
      const outcome = unheard('undeliverable', 'bad_syntax', 1, { rule: detail });
      answer(next(), email, email, NOBODY, outcome, undefined);
    },
    settle,
    settleHeld(domain) {
      for (const { ask, outcome } of takeHeld(domain)) settle(ask, outcome, domain);
    },
    settleAll(outcome) {
      for (const domain of domains.values()) {
        if (domain.open === 0) continue;
        for (const ask of takeWaiting(domain)) settle(ask, outcome, domain);
        for (const ask of domain.known?.values() ?? []) settle(ask, outcome, domain);
      }
    },
    collect() {
      const collected = answers;
      answers = [];
      held -= collected.length;
      if (awaited && fits(awaited.size)) {
        awaited.go();
        awaited = undefined;
      }
      return collected;
    },
    filled: () => (answers.length > 0 ? Promise.resolve() : filled.heard()),
    wake: filled.ring,
    room: (size) =>
      fits(size) ? Promise.resolve() : new Promise((go) => (awaited = { size, go })),
    emptied: () => (open === 0 ? Promise.resolve() : emptied.heard()),
  };
}
