import { join } from 'node:path';
import { readApi } from '../cloud/api.ts';
import { readFunctions } from '../cloud/functions.ts';
import { resolveTemplate } from '../cloud/resolver.ts';
import { createApi } from '../gateway/api.ts';
import { startGateway } from '../gateway/gateway.ts';
import { readAllowedHosts } from '../gateway/known-host.ts';
import { createInbox } from '../inbox/inbox.ts';
import { claimPidFile } from '../services/pid-file.ts';
import { buildFunctions, synthesizeLocal } from './build.ts';
import { sdkVariables } from './clients.ts';
import { startServices, startStores } from './emulators.ts';
import { startFunctions } from './functions.ts';
import type { Home } from './home.ts';
import type { Instruments } from './instruments.ts';
import { startMailnet } from './mailnet.ts';
import type { StartOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { isSeeded, seedOnce, setUpStripe } from './seed.ts';
import { settleAll } from './settle-all.ts';
import { localSettings } from './settings.ts';
import { openSite } from './site.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';
import { openStripe } from './stripe.ts';

export interface Stack {
  readonly url: string;
  /** Loads the code of functions anew. */
  reload(): void;
  /** Resolves, with the reason in words, when a part of the stack has ended by itself. */
  readonly broken: Promise<string>;
  /** Ends every child and gives the home back. */
  stop(): Promise<void>;
}

/**
 * Starts the whole cloud from the synthesized template. On a failure nothing is left running.
 * @throws AlreadyRunningError, PortTakenError, NoDynoxideError, and whatever keeps it from starting
 */
export async function startStack(
  options: StartOptions,
  home: Home,
  progress: Progress,
  instruments: Instruments = {},
): Promise<Stack> {
  await using building = new AsyncDisposableStack();
  const { step } = progress;
  const pids = await claimPidFile(home.pidFile);
  building.defer(() => Promise.resolve(pids.release()));
  // First of all, so that a busy port is told before anything else is done.
  const gateway = await startGateway(options.port, readAllowedHosts(process.env));
  building.defer(() => gateway.close());

  const { timeScale } = options;
  const [stores, mailnet, web] = await settleAll([
    step('database, queues and files', () => startStores({ home, pids, instruments }, building)),
    options.internet
      ? undefined
      : step('mail internet', () =>
          startMailnet({ timeScale, home, pids, args: instruments.mailnet }, building),
        ),
    openSite(options, progress, building),
    step('functions built', buildFunctions),
  ]);

  const assetFolder = join(home.cacheFolder, 'cdk.out');
  const settings = localSettings(gateway.origin, { mailnet: mailnet?.value, timeScale });
  const template = await step('cloud synthesized', async () =>
    resolveTemplate(await synthesizeLocal(settings, assetFolder), stores.queues.value),
  );
  const services = await step('tables, queues and buckets', () =>
    startServices({ template, stores, home, instruments }, building),
  );
  const specs = readFunctions(template, assetFolder);
  const { ran } = instruments;
  const functions = startFunctions({ template, specs, services, home, pids, timeScale, ran });
  building.defer(() => functions.stop());
  const { origin } = gateway;
  const stripe = openStripe(
    { origin, home, secrets: services.secrets.values(), timeScale },
    building,
  );
  gateway.open({
    api: createApi({
      api: readApi(template),
      invoke: (name, event) => functions.runner.invoke(name, event),
      report: functions.report,
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
  building.defer(() => Promise.resolve(removeStackFile(home)));
  if (!isSeeded(home)) await step('demo data', () => seedOnce(home, env));
  if (stripe?.hasEndpoint() === false) await step('plans for sale', () => setUpStripe(home, env));

  const running = building.move();
  const parts = {
    'the database': stores.dynamo,
    'the queues': stores.queues,
    'the file store': stores.objects,
    ...(mailnet && { 'the mail internet': mailnet }),
  };
  return {
    url: gateway.origin,
    reload: () => functions.runner.reload(),
    broken: Promise.race(
      Object.entries(parts).map(async ([name, part]) => `${name} ${await part.ended}`),
    ),
    stop: () => running.disposeAsync(),
  };
}
