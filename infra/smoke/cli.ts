import { parseArgs } from 'node:util';
import { type Client, createClient } from '../../shared/contract/client.ts';
import { mainJob, runStep, StepFailedError } from './main-job.ts';
import { expectedOf, expectVerdicts } from './expected.ts';

const USAGE = `npm run smoke -- --url URL [--address ADDRESS] [--seconds N]

Does the main job at any deployment: checks one address, uploads a small list to the bucket, waits
for its result, downloads and deletes it. One line a step; exits with 1 when one fails.

  --url URL          where /api begins, such as https://verify.example.org
  --address ADDRESS  a mailbox that exists, to prove that its mail server can be asked; where it
                     greylists, the list takes some minutes
  --seconds N        the most that the list may take (600)

Who asks comes from the environment: TAMIS_API_KEY, or TAMIS_EMAIL and TAMIS_PASSWORD. It costs up
to five credits. With a test key it costs none and asks no mail server.`;

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

const CALL_MS = 30_000;

/** Creates a client for a deployment: anonymous, with a session, or with an API key. */
const clientAt = (
  baseUrl: string,
  caller: { readonly token?: string; readonly csrf?: string; readonly apiKey?: string } = {},
): Client =>
  createClient({
    baseUrl,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(CALL_MS) }),
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
  const expected = expectedOf(apiKey, values.address);
  try {
    const done = await mainJob(api, {
      ...reporter,
      addresses: [...expected.keys()],
      seconds: Number(values.seconds),
      pollSeconds: 2,
    });
    await runStep(reporter, 'compare the verdicts', async () => expectVerdicts(expected, done));
  } finally {
    await session?.logout().catch(() => undefined);
  }
  console.log(`The main job works at ${url}`);
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
