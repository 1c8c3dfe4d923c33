import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRODUCTION_CONFIG } from './production.ts';

/** Requests to the fake AWS account, which is new and limited to ten concurrent executions. */
const received: string[] = [];
const account = createServer(async (request, response) => {
  const action = new URLSearchParams(await text(request)).get('Action');
  const target = request.headers['x-amz-target'];
  const call = action ?? target?.toString() ?? `${request.method} ${request.url}`;
  received.push(call);
  if (call === GET_PARAMETER) response.statusCode = 400;
  response.end(RESPONSES[call]);
});
const GET_PARAMETER = 'AmazonSSM.GetParameter';
const RESPONSES: Readonly<Record<string, string>> = {
  GetCallerIdentity: `<GetCallerIdentityResponse><GetCallerIdentityResult>
    <Account>${PRODUCTION_CONFIG.account}</Account>
    </GetCallerIdentityResult></GetCallerIdentityResponse>`,
  DescribeStacks: `<DescribeStacksResponse><DescribeStacksResult><Stacks/>
    </DescribeStacksResult></DescribeStacksResponse>`,
  'GET /2016-08-19/account-settings':
    '{"AccountLimit":{"ConcurrentExecutions":10,"UnreservedConcurrentExecutions":10}}',
  [GET_PARAMETER]: '{"__type":"ParameterNotFound"}',
};
beforeAll(async () => {
  account.listen(0, '127.0.0.1');
  await once(account, 'listening');
});
afterAll(() => account.close());

/** Runs the deployment without network access. */
async function deploy(stageArg: string, file?: unknown, options = ['--yes']) {
  if (file) writeFileSync(stageArg, JSON.stringify(file));
  const { port } = account.address() as AddressInfo;
  const child = spawn(process.execPath, ['infra/deploy.ts', stageArg, ...options], {
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
  const [said, printed, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'exit'),
  ]);
  return { said, printed, code: Number(code) };
}

const prod = join(mkdtempSync(join(tmpdir(), 'stages-')), 'prod.json');

it.each<[string, unknown, RegExp, string[]?]>([
  [
    'prod',
    undefined,
    /^There is no stage "prod", or its file cannot be read: create infra\/stages/,
  ],
  [
    prod,
    { kind: 'prod', domain: PRODUCTION_CONFIG.domain },
    /it lacks account, region, alarmEmail, egre/,
  ],
  [
    prod,
    { ...PRODUCTION_CONFIG, egress: 'vpn' },
    /egress is not .* one of hosts, socks5, off\.\n$/,
  ],
  ['local', undefined, /^The stage local is deployed by npm run localstack:deploy\.\n$/],
  [
    'example',
    undefined,
    /^The stage example still has example values: domain, account, alarmEmail, faq, support, privacy, company, contact\.\n$/,
  ],
  [prod, PRODUCTION_CONFIG, /^There is no terminal to ask for confirmation: add --yes\.\n$/, []],
  [
    prod,
    { ...PRODUCTION_CONFIG, account: '222222222222' },
    /^The stage prod is in the account 2+; these credentials are for 1+\./,
  ],
  [prod, PRODUCTION_CONFIG, /^This account may run 10 concurrent executions .* prod needs 766: /],
])('%s with %o is rejected with an explanation, before anything is deployed', async (...given) => {
  const [named, file, words, options] = given;
  const { said, code } = await deploy(named, file, options);
  expect(said).toMatch(words);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

it('--check lists what a person still has to do, with calls that change nothing', async () => {
  received.length = 0;
  const dev = join(mkdtempSync(join(tmpdir(), 'stages-')), 'dev.json');
  const { said, printed, code } = await deploy(dev, { kind: 'dev' }, ['--check']);
  expect({ said, code }).toEqual({ said: '', code: 1 });
  expect(printed.split('\n').filter((line) => /^\w/.test(line))).toEqual([
    expect.stringMatching(/^missing {2}This account may run 10 concurrent executions/),
    expect.stringMatching(
      /^missing {2}The CDK's resources are missing.*: aws:\/\/ACCOUNT\/REGION\.$/,
    ),
    'missing  Not deployed: Tamis-dev, Tamis-dev-Observe.',
    'missing  The egress is off: verdicts that need a mail server are unknown.',
  ]);
  expect(received.toSorted()).toEqual(Object.keys(RESPONSES).toSorted());
});
