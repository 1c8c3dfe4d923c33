import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../lab/embedded/services/start-error.ts';

/** MiniStack or LocalStack at the address in AWS_ENDPOINT_URL. */
export interface Emulator {
  readonly endpoint: string;
  /** Variables that direct every AWS SDK and the CDK to this emulator, and nowhere else. */
  readonly variables: Readonly<Record<string, string>>;
}

export const DEFAULT_ENDPOINT = 'http://localhost:4566';

export const emulatorAt = (endpoint: string): Emulator => ({
  endpoint,
  variables: {
    AWS_ENDPOINT_URL: endpoint,
    // The CDK would otherwise send assets to the bucket's own host name.
    AWS_ENDPOINT_URL_S3: endpoint,
    // The emulator assumes this region for unsigned requests, such as calls to the deployed API.
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
  },
});

/** Waits until the emulator responds. @throws {StartError} after `timeoutMs` */
export async function waitForEmulator({ endpoint }: Emulator, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await responds(endpoint))) {
    if (Date.now() > deadline)
      throw new StartError(
        `Nothing responds at ${endpoint}: start MiniStack (pip install ministack, then ministack; or ` +
          'docker compose -f localstack/docker-compose.yml up -d), or set AWS_ENDPOINT_URL.',
      );
    await sleep(500);
  }
}

/** LocalStack's health path, which MiniStack supports too. */
const responds = (endpoint: string): Promise<boolean> =>
  fetch(`${endpoint}/_localstack/health`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Ports of the simulated mail internet that deployed functions use: 15353 and 12525, or
 * MAILNET_DNS_PORT and MAILNET_SMTP_PORT. The ports are fixed, because the deployed functions keep
 * their settings.
 */
export const readMailnetPorts = (environment = process.env) => ({
  dnsPort: Number(environment['MAILNET_DNS_PORT'] || 15_353),
  smtpPort: Number(environment['MAILNET_SMTP_PORT'] || 12_525),
});
