import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRODUCTION } from './template.ts';

/** Lambda as far as the check before a deployment asks it. */
const lambda = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: 10 } }));
});
beforeAll(async () => {
  lambda.listen(0, '127.0.0.1');
  await once(lambda, 'listening');
});
afterAll(() => lambda.close());

const options = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Runs the deployment in an account of ten, which no network leads to. */
async function deploy(values: Readonly<Record<string, string>>) {
  const { port } = lambda.address() as AddressInfo;
  const child = spawn(process.execPath, ['infra/deploy.ts', ...options(values)], {
    env: {
      PATH: process.env['PATH'],
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'eu-west-3',
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: Number(code) };
}

it.each([
  [{ stage: 'prod', domain: PRODUCTION.domain }, /cannot be described without -c account=… /],
  [{ stage: 'prod', ...PRODUCTION, egress: 'vpn' }, /-c egress: is not one of nat, socks5, off/],
  [{ stage: 'local' }, /^The stage local is deployed by npm run localstack:deploy\.\n$/],
  [
    { stage: 'prod', ...PRODUCTION },
    /^This account may run 10 functions at once .* prod needs 239: /,
  ],
])('%o is refused in plain words, before anything is deployed', async (values, words) => {
  const { said, code } = await deploy(values);
  expect(said).toMatch(words);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});
