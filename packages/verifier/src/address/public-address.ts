import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges without public mail servers (IANA special-purpose registry, RFC 6890). */
const NON_PUBLIC_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT relays
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/**
 * Rejected ranges within 2000::/3. Everything outside 2000::/3 is rejected anyway: loopback,
 * IPv4-mapped, NAT64, ULA, link-local, site-local and multicast addresses.
 */
const NON_PUBLIC_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which wraps any IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const nonPublic = new BlockList();
for (const [network, prefix] of NON_PUBLIC_V4) nonPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NON_PUBLIC_V6) nonPublic.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * An IPv6 address that embeds an IPv4 address (ISATAP, RFC 5214 §6.1), to which a tunnel may
 * forward packets.
 */
const ISATAP = /(?:^|:)(?:0{0,4}|0?200):5efe:(?:[\da-f]{1,4}:[\da-f]{1,4}|[\d.]+)$/i;

/** Whether an IP address is public, and thus not in our network. Prevents SSRF. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !nonPublic.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%') || ISATAP.test(address)) return false;
  return globalUnicast.check(address, 'ipv6') && !nonPublic.check(address, 'ipv6');
}
