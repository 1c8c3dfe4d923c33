import { isIP } from 'node:net';
import { parseAddress, parseEgress, parseHostPort } from '../index.ts';
import type { Egress, HostPort } from '../index.ts';

/** Wrong usage of the command; the message is one sentence for the user. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

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
  if (text.trim() === '' || !(value >= least && value <= most) || (whole && value % 1 !== 0))
    throw new UsageError(
      `--${option} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`,
    );
  return value;
}

/** @throws UsageError */
export function hostPort(option: string, text: string, defaultPort: number): HostPort {
  const found = parseHostPort(text, defaultPort);
  if (found) return found;
  throw new UsageError(`--${option} must be HOST or HOST:PORT, not "${text}".`);
}

/**
 * A name for EHLO: a host name or an address literal (RFC 5321 §4.1.1.1). Some host names in use
 * contain underscores.
 *
 * @throws UsageError
 */
export function heloOf(name: string): string {
  if (/^(?:\w(?:[\w.-]{0,253}\w)?|\[[\da-z:.]+\])$/i.test(name)) return name;
  throw new UsageError(`--helo must be a host name such as mail.example.com, not "${name}".`);
}

/**
 * A sender for MAIL FROM, which is sent without SMTPUTF8 and so must be ASCII.
 *
 * @throws UsageError
 */
export function mailFromOf(text: string): string {
  const parsed = parseAddress(text);
  const known = parsed.valid || ['address_literal', 'domain_without_dot'].includes(parsed.detail);
  if (known && /^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(text)) return text;
  throw new UsageError(
    `--mail-from must be an address in ASCII such as verify@example.com, not "${text}".`,
  );
}

/**
 * @param helo the name of egress addresses that have none of their own
 * @throws UsageError
 */
export function egressOf(
  text: string,
  localAddress: string | undefined,
  helo: string,
): readonly Egress[] {
  if (localAddress !== undefined && isIP(localAddress) === 0)
    throw new UsageError(`--local-address must be an IP address, not "${localAddress}".`);
  if (localAddress !== undefined && text !== 'direct')
    throw new UsageError('--local-address can only be used with --egress direct.');
  let egress: Egress[] | undefined;
  try {
    egress = parseEgress(localAddress === undefined ? text : `direct:${localAddress}`, helo);
    for (const { helo: name } of egress ?? []) heloOf(name);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--egress: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (egress) return egress;
  throw new UsageError(
    '--egress must be off, direct or socks5://[user:password@]host[:port], or several with names.',
  );
}
