import { isIPv6 } from 'node:net';
import type { HostPort } from './types.ts';

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
