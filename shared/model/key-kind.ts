/** A live key spends credits. A test key is free and reaches no mail server. */
export type KeyKind = 'live' | 'test';

export const KEY_PREFIX = { live: 'tms_live_', test: 'tms_test_' } as const satisfies Record<
  KeyKind,
  string
>;

/** The kind of key that the prefix of a text indicates; undefined for any other prefix. */
export function kindOfKey(text: string): KeyKind | undefined {
  if (text.startsWith(KEY_PREFIX.live)) return 'live';
  return text.startsWith(KEY_PREFIX.test) ? 'test' : undefined;
}
