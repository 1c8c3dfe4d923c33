import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readFunctions } from '../cloud/functions.ts';
import { resolveTemplate } from '../cloud/resolver.ts';
import type { PidFile } from '../services/pid-file.ts';
import { sdkVariables } from './clients.ts';
import { startServices, startTablesAndQueues } from './emulators.ts';
import type { Home } from './home.ts';
import type { Instruments } from './instruments.ts';
import { startMailnet } from './mailnet.ts';
import type { StartOptions } from './options.ts';
import type { StartProgress } from './progress.ts';
import { isSeeded, seedHome } from './seed.ts';
import { localSettings } from './settings.ts';
import { mtimeFloor } from './stale.ts';
import { synthesizeLocal } from './synthesize-local.ts';
import { waitForAll } from './wait-for-all.ts';

interface CloudOptions {
  readonly options: StartOptions;
  readonly home: Home;
  readonly pids: PidFile;
  readonly origin: string;
  readonly progress: StartProgress;
  readonly instruments: Instruments;
}

export async function startCloud(
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
  const [anyFunction] = specs.values();
  const env = { ...anyFunction?.environment, ...sdkVariables(services.endpoints) };
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
