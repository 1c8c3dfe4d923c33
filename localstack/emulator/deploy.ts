import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SESClient, VerifyEmailIdentityCommand } from '@aws-sdk/client-ses';
import { z } from 'zod';
import { createLocalConfig } from '../../infra/stage/config.ts';
import { ACCOUNT_ID } from '../../lab/embedded/services/fauxqs.ts';
import type { Home } from '../../lab/embedded/supervisor/home.ts';
import { localSettings } from '../../lab/embedded/supervisor/settings.ts';
import { runCdk } from './cdk.ts';
import { type Deployment, writeDeployment } from './deployment.ts';
import { type Emulator, waitForEmulator } from './emulator.ts';

interface DeployOptions {
  readonly emulator: Emulator;
  readonly home: Home;
  /** Origin of the web app, for links in emails. */
  readonly origin: string;
  /** Divides greylisting delays and retry delays. */
  readonly timeScale: number;
  /** The simulated mail internet; undefined to use the real one. */
  readonly mailnet: Deployment['mailnet'];
  /** File descriptor for the CDK's output. The default is standard error. */
  readonly output?: number;
}

const outputs = z.record(z.literal('Tamis-local'), z.record(z.string(), z.string()));

/**
 * Deploys the core stack to an emulator with the CDK, as to an AWS account, and records in the home
 * how to reach it. A later deployment changes only what differs.
 */
export async function deploy(options: DeployOptions): Promise<Deployment> {
  const { emulator, home, origin, timeScale, mailnet, output } = options;
  await waitForEmulator(emulator);
  const settings = localSettings(origin, { mailnet, timeScale });
  const outputsFile = join(home.cacheFolder, 'outputs.json');
  // Run outside the app's folder, because the CDK would otherwise synthesize the whole app first.
  const place = `aws://${ACCOUNT_ID}/${emulator.variables['AWS_REGION']}`;
  await runCdk(emulator, ['bootstrap', place], output, home.cacheFolder);
  const args = [
    'deploy',
    '--require-approval=never',
    '--progress=events',
    `--outputs-file=${outputsFile}`,
    `--context=settings=${JSON.stringify(settings)}`,
  ];
  await runCdk(emulator, args, output);
  const { 'Tamis-local': stackOutputs } = outputs.parse(
    JSON.parse(readFileSync(outputsFile, 'utf8')),
  );
  const stackSettings = createLocalConfig(settings).settings;
  await verifySender(emulator, stackSettings.MAIL_FROM);

  const deployment: Deployment = {
    endpoint: emulator.endpoint,
    apiUrl: apiUrlAtEmulator(emulator.endpoint, stackOutputs['ApiUrl'] ?? ''),
    env: { ...stackSettings, ...settingsIn(stackOutputs), STAGE: 'local', ...emulator.variables },
    ...(mailnet !== undefined && { mailnet }),
  };
  writeDeployment(home, deployment);
  return deployment;
}

/** CloudFormation's `https://ID.execute-api.REGION.amazonaws.com/STAGE/` does not resolve. */
export function apiUrlAtEmulator(endpoint: string, apiUrl: string): string {
  const { hostname, pathname } = new URL(apiUrl);
  return `${endpoint}/_aws/execute-api/${hostname.split('.')[0]}${pathname.replace(/\/$/, '')}`;
}

/** Converts `TableName` to `TABLE_NAME`; output names cannot contain underscores. */
const settingsIn = (made: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(made).map(([name, value]) => [
      name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
      value,
    ]),
  );

/** The emulators, like SES, reject email from an unverified sender. */
async function verifySender({ endpoint, variables }: Emulator, sender: string): Promise<void> {
  const ses = new SESClient({
    endpoint,
    region: variables['AWS_REGION'] ?? '',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await ses.send(new VerifyEmailIdentityCommand({ EmailAddress: sender }));
  ses.destroy();
}
