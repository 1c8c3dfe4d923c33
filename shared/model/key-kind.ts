/** A live key spends credits; a test key costs nothing and reaches no mail server. */
export type KeyKind = 'live' | 'test';

export const KEY_PREFIX = { live: 'tms_live_', test: 'tms_test_' } as const satisfies Record<
  KeyKind,
  string
>;

/** The kind of key that a text claims to be by its prefix; undefined without a known one. */
export function kindOfKey(text: string): KeyKind | undefined {
  if (text.startsWith(KEY_PREFIX.live)) return 'live';
  return text.startsWith(KEY_PREFIX.test) ? 'test' : undefined;
}
