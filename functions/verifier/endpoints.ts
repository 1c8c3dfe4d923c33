import { isIP, isIPv6 } from 'node:net';
import type { Egress, HostPort } from './types.ts';

const MOST_PORT = 65_535;

/**
 * Reads `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or a bare IPv6 address.
 *
 * @returns undefined when the text is none of these, or the port is not from 1 to 65535
 */
export function parseHostPort(text: string, defaultPort: number): HostPort | undefined {
  if (isIPv6(text)) return { host: text, port: defaultPort };
  const [, literal, name, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = literal ?? name;
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port < 1 || port > MOST_PORT ? undefined : { host, port };
}

/** What RFC 1929 has room for, in octets. */
const LONGEST_CREDENTIAL = 255;
const DEFAULT_PORT = '1080';
const FROM_ADDRESS = 'direct:';

/**
 * Reads `direct`, `direct:ADDRESS`, `off` or `socks5://[user:password@]host[:port]`.
 *
 * @returns undefined when the text is none of these
 * @throws RangeError when user or password cannot be used; the message repeats nothing of them
 */
export function parseEgress(text: string): Egress | undefined {
  if (text === 'direct' || text === 'off') return { kind: text };
  if (text.startsWith(FROM_ADDRESS)) {
    const localAddress = text.slice(FROM_ADDRESS.length);
    return isIP(localAddress) === 0 ? undefined : { kind: 'direct', localAddress };
  }
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
