import type { Egress } from './types.ts';

/** What RFC 1929 has room for, in octets. */
const LONGEST_CREDENTIAL = 255;
const DEFAULT_PORT = '1080';

/**
 * Reads `socks5://[user:password@]host[:port]`.
 *
 * @returns undefined when the text is not such a URL
 * @throws RangeError when user or password cannot be used; the message repeats nothing of them
 */
export function parseSocksUrl(text: string): Extract<Egress, { kind: 'socks5' }> | undefined {
  const url = URL.parse(text);
  const port = Number(url?.port || DEFAULT_PORT);
  if (url?.protocol !== 'socks5:' || url.hostname === '' || port === 0) return undefined;
  return {
    kind: 'socks5',
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port,
    ...(url.username !== '' && { username: credential(url.username) }),
    ...(url.password !== '' && { password: credential(url.password) }),
  };
}

function credential(encoded: string): string {
  let text: string | undefined;
  try {
    text = decodeURIComponent(encoded);
  } catch {
    // Reported below.
  }
  if (text !== undefined && Buffer.byteLength(text) <= LONGEST_CREDENTIAL) return text;
  throw new RangeError(
    `user and password must be percent-encoded (%40 for @), at most ${LONGEST_CREDENTIAL} octets each.`,
  );
}
