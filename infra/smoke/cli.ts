import { parseArgs } from 'node:util';
import { type Client, createClient } from '../../shared/client/client.ts';
import {
  expectVerdicts,
  runCustomerJourney,
  runStep,
  StepFailedError,
  TEST_KEY_VERDICTS,
} from '../../shared/client/customer-journey.ts';
import { KEY_PREFIX } from '../../shared/model/key-kind.ts';
import type { VerdictStatus } from '../../shared/model/verdict.ts';

/** DNS decides these verdicts: a null MX (RFC 7505), and a domain that cannot exist (RFC 6761). */
const ADDRESSES_WITHOUT_SERVER = ['smoke@example.com', 'smoke@tamis.invalid'];

/** Returns addresses with the verdict expected for each. @param mailbox an address that exists */
function expectedVerdictsFor(
  apiKey: string | undefined,
  mailbox: string | undefined,
): ReadonlyMap<string, VerdictStatus> {
  if (apiKey?.startsWith(KEY_PREFIX.test)) return TEST_KEY_VERDICTS;
  return new Map<string, VerdictStatus>([
    ...(mailbox === undefined ? [] : [[mailbox, 'deliverable'] as const]),
    ...ADDRESSES_WITHOUT_SERVER.map((address) => [address, 'undeliverable'] as const),
  ]);
}

const USAGE = `npm run smoke -- --url URL [--address ADDRESS] [--seconds N]

Smoke test for any deployment: checks one address, uploads a small list to the bucket, waits
for the result, downloads it and deletes the list. Prints one line per step; exits with 1 if a step
fails.

  --url URL          origin of the API, such as https://verify.example.org
  --address ADDRESS  an existing mailbox, to test that a mail server can be reached; if it
                     greylists, the list takes a few minutes
  --seconds N        maximum time for the list (600)

Credentials come from the environment: TAMIS_API_KEY, or TAMIS_EMAIL and TAMIS_PASSWORD. Costs up
to five credits; with a test key, it is free, reaches the engine, and contacts no mail server.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    address: { type: 'string' },
    seconds: { type: 'string', default: '600' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const {
  TAMIS_API_KEY: apiKey,
  TAMIS_EMAIL: email = '',
  TAMIS_PASSWORD: password = '',
} = process.env;
const reporter = { report: console.log, now: Date.now };

const CALL_TIMEOUT_MS = 30_000;

const clientAt = (
  baseUrl: string,
  caller: { readonly token?: string; readonly csrf?: string; readonly apiKey?: string } = {},
): Client =>
  createClient({
    baseUrl,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }),
    language: 'en',
    ...caller,
  });

async function logIn(url: string): Promise<Client> {
  const { data } = await clientAt(url).login({ body: { email, password } });
  return clientAt(url, { token: data.token, csrf: data.csrf_token });
}

async function smoke(url: string): Promise<void> {
  const session = apiKey ? undefined : await runStep(reporter, 'log in', () => logIn(url));
  const api = session ?? clientAt(url, { ...(apiKey && { apiKey }) });
  const expected = expectedVerdictsFor(apiKey, values.address);
  try {
    const done = await runCustomerJourney(api, {
      ...reporter,
      addresses: [...expected.keys()],
      seconds: Number(values.seconds),
      pollSeconds: 2,
    });
    await runStep(reporter, 'compare verdicts', async () => expectVerdicts(expected, done));
  } finally {
    await session?.logout().catch(() => undefined);
  }
  console.log(`The smoke test passed at ${url}`);
}

if (values.help) {
  console.log(USAGE);
} else if (!values.url || !(apiKey || (email && password))) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  try {
    await smoke(values.url.replace(/\/+$/, ''));
  } catch (error) {
    if (!(error instanceof StepFailedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
