import { parseAddress } from '../address/parse-address.ts';
import type { Answer, VerifierConfig } from '../types.ts';
import { assemble, unheard } from '../verdict.ts';
import type { CatchAll, Outcome, Subject } from '../verdict.ts';
import { createAsk } from './ask.ts';
import type { Ask } from './ask.ts';
import { createBell } from './bell.ts';
import { createSubjects } from './subjects.ts';

/**
 * The addresses of one run: which are open, and the answers that wait to be collected. Both count
 * against the window, so that a slow consumer slows the reading down.
 */
export interface Book {
  /**
   * Enters the next address of the input. The ask is to be put to a server; undefined when that
   * needs no asking: bad syntax, or an address that is open already.
   */
  enter(email: string): { ask: Ask; domain: string } | undefined;
  /** Answers an open address and its repetitions. Answered ones are left as they are. */
  settle(ask: Ask, outcome: Outcome, catchAll: CatchAll | undefined): void;
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
  window: number,
  attempt: number,
): Book {
  const subjectOf = createSubjects();
  const open = new Map<string, Ask>();
  let answers: Answer[] = [];
  let entered = 0;
  let held = 0;
  const filled = createBell();
  const emptied = createBell();
  let awaited: { size: number; go: () => void } | undefined;

  function answer(
    index: number,
    email: string,
    subject: Subject,
    outcome: Outcome,
    catchAll: CatchAll | undefined,
  ): void {
    trace?.({ kind: 'decision', email, rule: outcome.rule });
    const verdict = assemble(email, subject, outcome, { catchAll, attempt, timeScale });
    answers.push({ index, verdict });
    if (answers.length === 1) filled.ring();
  }

  function settle(ask: Ask, outcome: Outcome, catchAll: CatchAll | undefined): void {
    if (!open.delete(ask.key)) return;
    const { subject } = ask;
    answer(ask.index, ask.email, subject, outcome, catchAll);
    if (ask.twins) {
      for (const { index, email } of ask.twins) answer(index, email, subject, outcome, catchAll);
    }
    if (open.size === 0) emptied.ring();
  }

  const fits = (size: number): boolean => held === 0 || held + size <= window;

  return {
    enter(email) {
      const index = entered;
      entered += 1;
      held += 1;
      const parsed = parseAddress(email);
      if (!parsed.valid) {
        const outcome = unheard('undeliverable', 'bad_syntax', 1, { rule: parsed.detail });
        answer(index, email, NOBODY, outcome, undefined);
        return undefined;
      }
      const twin = open.get(parsed.normalized);
      if (twin) {
        (twin.twins ??= []).push({ index, email });
        return undefined;
      }
      const ask = createAsk(index, email, parsed, subjectOf(parsed));
      open.set(ask.key, ask);
      return { ask, domain: parsed.ascii };
    },
    settle,
    settleAll(outcome) {
      for (const ask of open.values()) settle(ask, outcome, undefined);
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
    emptied: () => (open.size === 0 ? Promise.resolve() : emptied.heard()),
  };
}
