import { isIPv6 } from 'node:net';

/** An IPv4-mapped IPv6 address, as dual-stack sockets report it (RFC 4291 §2.5.5.2). */
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the IPv4 address of an IPv4 or IPv4-mapped address, and the /64 network of any other IPv6
 * address, because providers assign a /64 to one customer.
 */
export function networkOf(ip: string): string {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 address, which identifies a place rather
 * than a person.
 */
export function wideNetworkOf(ip: string): string {
  const network = networkOf(ip);
  return network.includes(':')
    ? `${network.split(':', 3).join(':')}::/48`
    : network.replace(/\.\d+$/, '.0/24');
}
