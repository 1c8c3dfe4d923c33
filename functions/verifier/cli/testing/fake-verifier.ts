import type { Answer, RunOptions, Verifier } from '../../types.ts';

/** A verifier that answers as a test wants, one address at a time. */
export function fakeVerifier(
  verify: (
    addresses: Iterable<string> | AsyncIterable<string>,
    options: RunOptions,
  ) => AsyncIterable<Answer>,
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
