/** Ports of the simulated mail internet that deployed functions are told. */
export interface FixedPorts {
  readonly dnsPort: number;
  readonly smtpPort: number;
}

/**
 * A deployment keeps its settings, so these ports are fixed: 15353 and 12525, or
 * MAILNET_DNS_PORT and MAILNET_SMTP_PORT.
 */
export const mailnetPorts = (environment = process.env): FixedPorts => ({
  dnsPort: Number(environment['MAILNET_DNS_PORT'] || 15_353),
  smtpPort: Number(environment['MAILNET_SMTP_PORT'] || 12_525),
});
