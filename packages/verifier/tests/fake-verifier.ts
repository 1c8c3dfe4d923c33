import type { IndexedVerdict, RunOptions, Verdict, Verifier } from '../src/model/types.ts';
import { createVerdict } from './verdict.ts';

export const GREYLISTED_VERDICT = { status: 'unknown', reason: 'greylisted' } as const;

/** Sleeps on the fake clock of the tests. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a verifier from a scripted `verify`. Each group that it yields contains one verdict. */
function fakeVerifier(
  verify: (
    addresses: Iterable<string> | AsyncIterable<string>,
    options: RunOptions,
  ) => AsyncIterable<IndexedVerdict>,
): Verifier {
  return {
    async *verify(addresses, options = {}) {
      for await (const answer of verify(addresses, options)) yield [answer];
    },
    counters: {
      connections: 0,
      recipients: 0,
      probes: 0,
      dns: { queries: 0, retries: 0, tcpFallbacks: 0, cached: 0 },
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Creates a verifier that answers in reverse order. Addresses with the prefix `grey<n>` are
 * greylisted at the first n attempts.
 */
export function createReversingVerifier(): { verifier: Verifier; asked: string[] } {
  const asked: string[] = [];
  async function* verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    { attempt = 0 }: RunOptions,
  ): AsyncGenerator<IndexedVerdict> {
    const all: [index: number, email: string][] = [];
    for await (const email of addresses) all.unshift([all.length, email]);
    for (const [index, email] of all) {
      asked.push(`${attempt} ${email}`);
      const left = Number(/^grey(\d)/.exec(email)?.[1] ?? 0) - attempt;
      yield {
        index,
        verdict: createVerdict(
          email,
          left > 0 ? { ...GREYLISTED_VERDICT, retry_after_s: 300 } : {},
        ),
      };
    }
  }
  return { verifier: fakeVerifier(verify), asked };
}

type ScriptedAnswer = Partial<Verdict>;

/**
 * Creates a verifier that checks all addresses concurrently. Addresses without a verdict by the
 * deadline are `not_answered`.
 */
export function createScriptedVerifier(
  answer: (email: string, index: number, attempt: number) => Promise<ScriptedAnswer>,
  onRound: (emails: string[]) => void = () => {},
): Verifier {
  return fakeVerifier(
    (addresses, { attempt = 0, deadline = Infinity }) =>
      new ReadableStream<IndexedVerdict>({
        async start(answers) {
          const asked: string[] = [];
          const open: Promise<void>[] = [];
          const late =
            deadline < Infinity
              ? sleep(deadline - Date.now()).then((): ScriptedAnswer => ({
                  status: 'unknown',
                  reason: 'not_answered',
                }))
              : new Promise<never>(() => {});
          for await (const email of addresses) {
            const index = asked.push(email) - 1;
            open.push(
              Promise.race([answer(email, index, attempt), late]).then((answered) =>
                answers.enqueue({ index, verdict: createVerdict(email, answered) }),
              ),
            );
          }
          onRound(asked);
          await Promise.all(open);
          answers.close();
        },
      }),
  );
}
