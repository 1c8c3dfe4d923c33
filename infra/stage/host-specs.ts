/** Network of the hosts and of the functions that use them. */
export const NETWORK_CIDR = '10.0.0.0/16';
export const ZONE_COUNT = 2;

/** Fixed properties of a host. Settings and DNS records refer to them before the host exists. */
export interface HostSpec {
  /** EHLO name of the host, and PTR name of its public address. */
  readonly name: string;
  readonly zone: number;
  readonly privateAddress: string;
}

/**
 * Assigns the hosts of a domain alternately to the zones, whose public subnets are `10.0.0.0/24`
 * and `10.0.1.0/24`; AWS reserves the first four addresses of a subnet.
 */
export const createHostSpecs = (domain: string, count: number): HostSpec[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `mta${index + 1}.${domain}`,
    zone: index % ZONE_COUNT,
    privateAddress: `10.0.${index % ZONE_COUNT}.${10 + Math.floor(index / ZONE_COUNT)}`,
  }));

/** Settings through which functions find the hosts, documented in functions/platform/env.ts. */
export const createHostSettings = (hosts: readonly HostSpec[]) => ({
  SMTP_EGRESS: hosts
    .map(({ name, privateAddress }) => `socks5://${privateAddress}:1080#${name}`)
    .join(','),
  DNS_SERVERS: hosts.map(({ privateAddress }) => `${privateAddress}:53`).join(','),
});

/** An Auto Scaling group keeps its name, and thus its metrics, when its machine is replaced. */
export const hostGroupName = (stage: string, index: number): string =>
  `Tamis-${stage}-Egress-host${index + 1}`;

/** CloudWatch namespace of the hosts' metrics `diskPercent` and `portsPercent`. */
export const HOST_METRICS_NAMESPACE = 'Tamis/Egress';

/** Log group of the hosts' proxies, below the stage's name. */
export const HOSTS_LOG = 'egress';
