import { isIP, isIPv6 } from 'node:net';
import { parseAddress } from '../address/parse-address.ts';
import type { Egress, HostPort } from '../types.ts';
import { UsageError } from './usage-error.ts';

/** What RFC 1929 has room for. */
const LONGEST_CREDENTIAL = 255;

interface Bounds {
  whole?: boolean;
  least?: number;
  most?: number;
}

/** @throws UsageError */
export function number(
  option: string,
  text: string,
  { whole = true, least = 1, most = 1e9 }: Bounds,
): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most) || (whole && value % 1 !== 0)) {
    throw new UsageError(
      `--${option} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`,
    );
  }
  return value;
}

/** @throws UsageError */
export function hostPort(option: string, text: string, defaultPort: number): HostPort {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? (isIPv6(text) ? text : undefined);
  if (host === undefined) throw new UsageError(`--${option}: "${text}" is not HOST:PORT.`);
  const port = match?.[3];
  return {
    host,
    port: port === undefined ? defaultPort : number(option, port, { most: 65_535 }),
  };
}

/**
 * What may stand after EHLO: a host name or an address literal (RFC 5321 §4.1.1.1). Host names in use
 * hold underscores.
 *
 * @throws UsageError
 */
export function heloOf(name: string): string {
  if (/^(?:\w(?:[\w.-]{0,253}\w)?|\[[\da-z:.]+\])$/i.test(name)) return name;
  throw new UsageError(`--helo must be a host name such as mail.example.com, not "${name}".`);
}

/**
 * The sender goes out by MAIL FROM without SMTPUTF8, hence in ASCII.
 *
 * @throws UsageError
 */
export function mailFromOf(text: string): string {
  const parsed = parseAddress(text);
  const known = parsed.valid || parsed.detail === 'address_literal';
  if (known && /^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(text)) return text;
  throw new UsageError(
    `--mail-from must be an address in ASCII such as verify@example.com, not "${text}".`,
  );
}

/** @throws UsageError */
export function egressOf(text: string, localAddress: string | undefined): Egress {
  if (localAddress !== undefined && isIP(localAddress) === 0) {
    throw new UsageError(`--local-address must be an IP address, not "${localAddress}".`);
  }
  if (text === 'direct') {
    return { kind: 'direct', ...(localAddress !== undefined && { localAddress }) };
  }
  if (localAddress !== undefined) {
    throw new UsageError('--local-address goes with --egress direct only.');
  }
  return text === 'off' ? { kind: 'off' } : socksOf(text);
}

function socksOf(text: string): Egress {
  const url = URL.parse(text);
  const port = Number(url?.port || '1080');
  if (url?.protocol !== 'socks5:' || url.hostname === '' || port === 0) {
    throw new UsageError('--egress must be direct, off or socks5://[user:password@]host[:port].');
  }
  return {
    kind: 'socks5',
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port,
    ...(url.username !== '' && { username: credential(url.username) }),
    ...(url.password !== '' && { password: credential(url.password) }),
  };
}

/** The message repeats nothing of it: it would show a password. */
function credential(encoded: string): string {
  let text: string | undefined;
  try {
    text = decodeURIComponent(encoded);
  } catch {
    // Told below.
  }
  if (text !== undefined && Buffer.byteLength(text) <= LONGEST_CREDENTIAL) return text;
  throw new UsageError(
    `--egress: user and password must be percent-encoded (%40 for @), at most ${LONGEST_CREDENTIAL} octets each.`,
  );
}
