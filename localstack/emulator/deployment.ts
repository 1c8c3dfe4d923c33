import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Home } from '../../lab/embedded/supervisor/home.ts';

const deployment = z.object({
  endpoint: z.string(),
  /** URL of the deployed API, to which routes such as `/api/…` are appended. */
  apiUrl: z.string(),
  /** Environment variables with which an application command reaches the deployment. */
  env: z.record(z.string(), z.string()),
  /** Ports of the simulated mail internet; undefined if the functions use the real one. */
  mailnet: z.object({ dnsPort: z.number(), smtpPort: z.number() }).optional(),
});

export type Deployment = z.output<typeof deployment>;

export const writeDeployment = (home: Home, made: Deployment): void =>
  writeFileSync(home.deploymentFile, `${JSON.stringify(made, undefined, 2)}\n`, { mode: 0o600 });

export const deleteDeployment = (home: Home): void => rmSync(home.deploymentFile, { force: true });

/** @throws an Error with instructions if nothing was deployed from this home */
export function readDeployment(home: Pick<Home, 'deploymentFile'>): Deployment {
  let text: string;
  try {
    text = readFileSync(home.deploymentFile, 'utf8');
  } catch {
    throw new Error('Nothing is deployed: run npm run localstack:deploy first.');
  }
  return deployment.parse(JSON.parse(text));
}
