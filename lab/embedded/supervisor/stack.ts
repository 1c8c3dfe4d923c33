import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { COMMAND_FUNCTION } from '../../../infra/constructs/stack-context.ts';
import { readApi } from '../cloud/api.ts';
import { createApiHandler } from '../gateway/api.ts';
import { startGateway } from '../gateway/gateway.ts';
import { readAllowedHosts } from '../gateway/allowed-host.ts';
import { createSampleServices } from '../sample-services/sample-services.ts';
import { createSampleProvider, sampleIssuerAt } from '../identity-provider/sample-company.ts';
import { createInboxHandler } from '../inbox/inbox.ts';
import { acquirePidFile, type PidFile } from '../services/pid-file.ts';
import { startFunctions } from './functions.ts';
import type { Home } from './home.ts';
import type { Instruments } from './instruments.ts';
import type { StartOptions } from './options.ts';
import type { StartProgress } from './progress.ts';
import { setUpFakeStripe, isSeeded, seedHome } from './seed.ts';
import { waitForAll } from './wait-for-all.ts';
import { localSiteConfig, localSettings } from './settings.ts';
import { openSite } from './site.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';
import { openStripe } from './stripe.ts';
import { TEMPLATE_SOURCES, synthesizeLocal } from './synthesize-local.ts';
import { watchTemplate } from './watch-template.ts';
import { readFunctions } from '../cloud/functions.ts';
import { resolveTemplate } from '../cloud/resolver.ts';
import { sdkVariables } from './clients.ts';
import { startServices, startTablesAndQueues } from './emulators.ts';
import { startMailnet } from './mailnet.ts';
import { mtimeFloor } from './stale.ts';

interface CloudOptions {
  readonly options: StartOptions;
  readonly home: Home;
  readonly pids: PidFile;
  readonly origin: string;
  readonly progress: StartProgress;
  readonly instruments: Instruments;
}

async function startCloud(
  { options, home, pids, origin, progress: { step }, instruments }: CloudOptions,
  cleanup: AsyncDisposableStack,
) {
  const { timeScale } = options;
  const [stores, mailnet] = await waitForAll([
    step('database and queues', () => startTablesAndQueues({ home, pids, instruments }, cleanup)),
    options.internet
      ? undefined
      : step('mail internet', () =>
          startMailnet({ timeScale, home, pids, args: instruments.mailnet }, cleanup),
        ),
  ]);
  const assetFolder = join(home.cacheFolder, 'cdk.out');
  const settings = localSettings(origin, { mailnet: mailnet?.value, timeScale });
  const synthesize = () => synthesizeLocal(settings, assetFolder);
  const synthesizedAt = mtimeFloor(Date.now());
  const unresolved = await step('cloud synthesized', synthesize);
  const template = resolveTemplate(unresolved, stores.sqs);
  const services = await step('tables, queues and buckets', () =>
    startServices({ template, stores, home, instruments }, cleanup),
  );
  const specs = readFunctions(template, assetFolder);
  const forCommands = [...specs.values()].find(({ name }) => name.endsWith(`-${COMMAND_FUNCTION}`));
  const env = { ...forCommands?.environment, ...sdkVariables(services.endpoints) };
  if (!isSeeded(home)) await step('demo data', () => seedHome(home, env));
  return {
    stores,
    mailnet,
    services,
    template,
    specs,
    /** Environment variables with which an application command reaches this stack. */
    env,
    synthesizedAt,
    isOutdated: async () => !isDeepStrictEqual(await synthesize(), unresolved),
  };
}

export interface EmbeddedStack {
  readonly url: string;
  /** Issuer of the identity provider of the sample company, if there is one. */
  readonly issuer?: string;
  /** Resolves when a change of a route, a grant or a setting requires a restart. */
  readonly outdated: Promise<void>;
  /** Resolves with a readable reason when a part of the stack has exited unexpectedly. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
}

export const NEVER_SETTLED = new Promise<never>(() => {});

/**
 * Starts the whole cloud from the synthesized template. If a step fails, stops everything already
 * started.
 * @throws {StartError}, or any error that prevents the start
 */
export async function startEmbeddedStack(
  options: StartOptions,
  home: Home,
  progress: StartProgress,
  instruments: Instruments = {},
): Promise<EmbeddedStack> {
  await using building = new AsyncDisposableStack();
  const { step } = progress;
  const pids = building.adopt(await acquirePidFile(home.pidFile), ({ release }) => release());
  // Starts the gateway first, so that a port in use is reported before any other work.
  const gateway = await startGateway(
    options.port,
    readAllowedHosts(process.env),
    localSiteConfig(),
  );
  building.defer(() => gateway.close());

  const { timeScale } = options;
  const [cloud, web] = await waitForAll([
    startCloud({ options, home, pids, origin: gateway.origin, progress, instruments }, building),
    openSite(options, progress, building),
  ]);
  const { stores, mailnet, services, template, specs, env } = cloud;
  const functions = startFunctions({
    template,
    specs,
    services,
    home,
    pids,
    timeScale,
    onRun: instruments.onRun,
    watch: options.watch,
    print: progress.print,
  });
  building.defer(() => functions.stop());
  services.lambda.serve(functions);
  const { origin } = gateway;
  const stripe = openStripe(
    { origin, home, secrets: services.secrets.values(), timeScale },
    building,
  );
  gateway.open({
    api: createApiHandler({
      api: readApi(template),
      invoke: functions.invoke,
      report: functions.report,
      timeoutMs: functions.timeoutMs,
    }),
    inbox: createInboxHandler(services.mails),
    stripe: stripe?.handler,
    // With the real internet, functions do not call private addresses such as this provider's.
    ...(mailnet && {
      identityProvider: createSampleProvider(origin),
      services: createSampleServices(),
    }),
    site: web.site,
    siteHeaders: web.headers(services.endpoints.s3),
  });

  writeStackFile(home, {
    url: gateway.origin,
    env,
    ...(mailnet !== undefined && { mailnet: mailnet.value }),
  });
  building.defer(() => removeStackFile(home));
  if (stripe?.hasEndpoint() === false)
    await step('Stripe products', () => setUpFakeStripe(home, env));

  const outdated = options.watch
    ? watchTemplate(
        { sources: TEMPLATE_SOURCES, madeAt: cloud.synthesizedAt },
        cloud.isOutdated,
        progress.print,
        building,
      )
    : NEVER_SETTLED;
  const running = building.move();
  const parts = {
    'the database': stores.dynamo,
    ...(mailnet && { 'the simulated mail internet': mailnet }),
  };
  return {
    url: gateway.origin,
    ...(mailnet && { issuer: sampleIssuerAt(origin) }),
    outdated,
    broken: Promise.race(
      Object.entries(parts).map(async ([name, part]) => `${name} ${await part.ended}`),
    ),
    stop: () => running.disposeAsync(),
  };
}
