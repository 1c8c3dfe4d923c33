/** The network of the functions that verify, and of the hosts. */
export const NETWORK = '10.0.0.0/16';
export const ZONES = 2;

/** What is fixed of a host before there is one: workers and mail servers know it by these. */
export interface HostPlace {
  /** Its EHLO name, and the PTR name of its public address. */
  readonly name: string;
  /** Index of its zone. */
  readonly zone: number;
  readonly privateAddress: string;
}

/**
 * Where the hosts of a domain are. They take turns among the zones, whose public subnets are
 * `10.0.0.0/24` and `10.0.1.0/24`; AWS keeps the first four addresses of a subnet.
 */
export const hostPlaces = (domain: string, count: number): HostPlace[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `mta${index + 1}.${domain}`,
    zone: index % ZONES,
    privateAddress: `10.0.${index % ZONES}.${10 + Math.floor(index / ZONES)}`,
  }));

/** The settings by which functions find the hosts; functions/platform/env.ts explains them. */
export const hostSettings = (places: readonly HostPlace[]) => ({
  SMTP_EGRESS: places
    .map(({ name, privateAddress }) => `socks5://${privateAddress}:1080#${name}`)
    .join(','),
  DNS_SERVERS: places.map(({ privateAddress }) => `${privateAddress}:53`).join(','),
});

/** The Auto Scaling group of a host, by which its metrics are found whichever machine it is. */
export const hostGroup = (stage: string, index: number): string =>
  `Tamis-${stage}-Egress-host${index + 1}`;

/** The namespace of what hosts tell: `diskPercent` and `portsPercent`. */
export const HOST_METRICS = 'Tamis/Egress';
