/** A live key spends credits. A test key is free and reaches no mail server. */
export type KeyKind = 'live' | 'test';

export const KEY_PREFIX = { live: 'tms_live_', test: 'tms_test_' } as const satisfies Record<
  KeyKind,
  string
>;

/** Keeps the prefix and the last four characters, which are enough to tell keys apart. */
export const maskKey = (key: string): string =>
  `${key.slice(0, KEY_PREFIX.live.length)}…${key.slice(-4)}`;

export function parseKeyKind(text: string): KeyKind | undefined {
  if (text.startsWith(KEY_PREFIX.live)) return 'live';
  return text.startsWith(KEY_PREFIX.test) ? 'test' : undefined;
}

/** Credits per UTC day that AI assistants may spend with a key whose owner set no other limit. */
export const DEFAULT_ASSISTANT_CREDITS = 1000;
export const MAX_ASSISTANT_CREDITS = 1_000_000;

/** A test key for everyone. It works only for single checks of sandbox addresses. */
export const PUBLIC_TEST_KEY = 'tms_test_public';

/**
 * The only address for which an account's test key reaches the engine. DNS decides its verdict,
 * because no domain exists under `.invalid` (RFC 6761 §6.4), so no mail server is contacted.
 */
export const ENGINE_PROBE_ADDRESS = 'engine@sandbox.invalid';
