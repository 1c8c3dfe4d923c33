import type { Answer, RunOptions, Verifier } from '../../types.ts';

/** A verifier that answers as a test wants. */
export function fakeVerifier(
  verify: (
    addresses: Iterable<string> | AsyncIterable<string>,
    options: RunOptions,
  ) => AsyncIterable<Answer>,
): Verifier {
  return {
    verify: (addresses, options = {}) => verify(addresses, options),
    counters: {
      connections: 0,
      recipients: 0,
      probes: 0,
      dns: { queries: 0, retries: 0, tcpFallbacks: 0, cached: 0 },
    },
    close: () => Promise.resolve(),
  };
}
