import { isIP, isIPv6 } from 'node:net';
import type { Egress, HostPort } from './model/types.ts';

const MAX_PORT = 65_535;

/** Parses `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or bare IPv6; undefined if invalid. */
export function parseHostPort(text: string, defaultPort: number): HostPort | undefined {
  if (isIPv6(text)) return { host: text, port: defaultPort };
  const [, literal, name, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = literal ?? name;
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port < 1 || port > MAX_PORT ? undefined : { host, port };
}

/** Maximum octets of a user name or password in RFC 1929. */
const MAX_CREDENTIAL_OCTETS = 255;
const DEFAULT_PORT = '1080';
const DIRECT_PREFIX = 'direct:';
/** Separator of egress addresses, which does not match a comma in a password. */
const EGRESS_SEPARATOR = /, ?(?=direct\b|socks5:)/;

/**
 * Parses `off`, or egress addresses separated by commas: `direct`, `direct:ADDRESS` or
 * `socks5://[user:password@]host[:port]`, each with an optional `#` and EHLO name.
 *
 * @param helo default EHLO name
 * @returns undefined if the text is none of these
 * @throws RangeError if the user or password is invalid; the message does not contain them
 */
export function parseEgress(text: string, helo: string): Egress[] | undefined {
  if (text === 'off') return [];
  const found = text.split(EGRESS_SEPARATOR).map((each) => parseOne(each, helo));
  return found.includes(undefined) ? undefined : found.filter((each) => each !== undefined);
}

function parseOne(item: string, defaultHelo: string): Egress | undefined {
  const [text = '', helo = defaultHelo, more] = item.split('#');
  if (more !== undefined) return undefined;
  if (text === 'direct') return { helo, kind: text };
  if (text.startsWith(DIRECT_PREFIX)) {
    const localAddress = text.slice(DIRECT_PREFIX.length);
    return isIP(localAddress) === 0 ? undefined : { helo, kind: 'direct', localAddress };
  }
  const url = URL.parse(text);
  const port = Number(url?.port || DEFAULT_PORT);
  if (url?.protocol !== 'socks5:' || url.hostname === '' || port === 0) return undefined;
  return {
    helo,
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
  if (text !== undefined && Buffer.byteLength(text) <= MAX_CREDENTIAL_OCTETS) return text;
  throw new RangeError(
    `user and password must be percent-encoded (%40 for @), at most ${MAX_CREDENTIAL_OCTETS} octets each.`,
  );
}
