import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readApi } from '../cloud/api.ts';
import { readFunctions } from '../cloud/functions.ts';
import { resolveTemplate } from '../cloud/resolver.ts';
import { createApi } from '../gateway/api.ts';
import { startGateway } from '../gateway/gateway.ts';
import { readAllowedHosts } from '../gateway/known-host.ts';
import { createInbox } from '../inbox/inbox.ts';
import { claimPidFile } from '../services/pid-file.ts';
import { TEMPLATE_FOLDERS, buildFunctions, synthesizeLocal } from './build.ts';
import { sdkVariables } from './clients.ts';
import { startServices, startStores } from './emulators.ts';
import { startFunctions } from './functions.ts';
import type { Home } from './home.ts';
import type { Instruments } from './instruments.ts';
import { startMailnet } from './mailnet.ts';
import type { StartOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { isSeeded, seedOnce, setUpStripe } from './seed.ts';
import { waitForAll } from './wait-for-all.ts';
import { localSite, localSettings } from './settings.ts';
import { openSite } from './site.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';
import { justBefore } from './stale.ts';
import { openStripe } from './stripe.ts';
import { watchTemplate } from './watch-template.ts';

export interface Stack {
  readonly url: string;
  /** Resolves when a route, a grant or a setting has changed: only a new start knows it. */
  readonly outdated: Promise<void>;
  /** Resolves, with the reason in words, when a part of the stack has ended by itself. */
  readonly broken: Promise<string>;
  /** Ends every child and gives the home back. */
  stop(): Promise<void>;
}

export const NEVER = new Promise<never>(() => {});

/**
 * Starts the whole cloud from the synthesized template. On a failure nothing is left running.
 * @throws {StartError} and whatever else keeps it from starting
 */
export async function startStack(
  options: StartOptions,
  home: Home,
  progress: Progress,
  instruments: Instruments = {},
): Promise<Stack> {
  await using building = new AsyncDisposableStack();
  const { step } = progress;
  const pids = building.adopt(await claimPidFile(home.pidFile), ({ release }) => release());
  // First of all, so that a busy port is told before anything else is done.
  const gateway = await startGateway(options.port, readAllowedHosts(process.env), localSite());
  building.defer(() => gateway.close());

  const { timeScale } = options;
  const [stores, mailnet, web] = await waitForAll([
    step('database and queues', () => startStores({ home, pids, instruments }, building)),
    options.internet
      ? undefined
      : step('mail internet', () =>
          startMailnet({ timeScale, home, pids, args: instruments.mailnet }, building),
        ),
    openSite(options, progress, building),
    options.watch ? undefined : step('functions built', buildFunctions),
  ]);

  const assetFolder = join(home.cacheFolder, 'cdk.out');
  const settings = localSettings(gateway.origin, { mailnet: mailnet?.value, timeScale });
  const synthesize = () => synthesizeLocal(settings, assetFolder);
  const synthesizedAt = justBefore(Date.now());
  const unresolved = await step('cloud synthesized', synthesize);
  const template = resolveTemplate(unresolved, stores.sqs);
  const services = await step('tables, queues and buckets', () =>
    startServices({ template, stores, home, instruments }, building),
  );
  const specs = readFunctions(template, assetFolder);
  const functions = startFunctions({
    template,
    specs,
    services,
    home,
    pids,
    timeScale,
    ran: instruments.ran,
    watch: options.watch,
    say: progress.say,
  });
  building.defer(() => functions.stop());
  const { origin } = gateway;
  const stripe = openStripe(
    { origin, home, secrets: services.secrets.values(), timeScale },
    building,
  );
  gateway.open({
    api: createApi({
      api: readApi(template),
      invoke: functions.invoke,
      report: functions.report,
      timeoutMs: functions.timeoutMs,
    }),
    inbox: createInbox(services.mails),
    stripe: stripe?.handler,
    site: web.site,
    siteHeaders: web.headers(services.endpoints.s3),
  });

  const [anyFunction] = specs.values();
  const env = { ...anyFunction?.environment, ...sdkVariables(services.endpoints) };
  writeStackFile(home, {
    url: gateway.origin,
    env,
    ...(mailnet !== undefined && { mailnet: mailnet.value }),
  });
  building.defer(() => removeStackFile(home));
  if (!isSeeded(home)) await step('demo data', () => seedOnce(home, env));
  if (stripe?.hasEndpoint() === false) await step('plans for sale', () => setUpStripe(home, env));

  const outdated = options.watch
    ? watchTemplate(
        { sources: TEMPLATE_FOLDERS, madeAt: synthesizedAt },
        async () => !isDeepStrictEqual(await synthesize(), unresolved),
        progress.say,
        building,
      )
    : NEVER;
  const running = building.move();
  const parts = {
    'the database': stores.dynamo,
    ...(mailnet && { 'the mail internet': mailnet }),
  };
  return {
    url: gateway.origin,
    outdated,
    broken: Promise.race(
      Object.entries(parts).map(async ([name, part]) => `${name} ${await part.ended}`),
    ),
    stop: () => running.disposeAsync(),
  };
}
