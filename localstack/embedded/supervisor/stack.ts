import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFunctions } from '../../../infra/build.ts';
import { readApi } from '../cloud/api.ts';
import { readFunctions } from '../cloud/functions.ts';
import { resolveTemplate } from '../cloud/resolver.ts';
import { synthesizeLocal } from '../cloud/synthesize.ts';
import { createApi } from '../gateway/api.ts';
import { startGateway } from '../gateway/gateway.ts';
import { createSite } from '../gateway/site.ts';
import { createInbox } from '../inbox/inbox.ts';
import { claimPidFile } from '../services/pid-file.ts';
import { sdkVariables } from './clients.ts';
import { startServices, startStores } from './emulators.ts';
import { startFunctions } from './functions.ts';
import type { Home } from './home.ts';
import { startMailnetProcess } from './mailnet.ts';
import type { StartOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { isSeeded, seed } from './seed.ts';
import { localSettings } from './settings.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';

export interface Stack {
  readonly url: string;
  /** Loads the code of functions anew. */
  reload(): void;
  /** Resolves, with the reason in words, when a part of the stack has ended by itself. */
  readonly broken: Promise<string>;
  /** Ends every child and gives the home back. */
  stop(): Promise<void>;
}

const MAILNET_SEED = 1;
const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/**
 * Starts the whole cloud from the synthesized template. On a failure nothing is left running.
 * @throws AlreadyRunningError, PortTakenError, NoDynoxideError, and whatever keeps it from starting
 */
export async function startStack(
  options: StartOptions,
  home: Home,
  { step }: Progress,
): Promise<Stack> {
  await using building = new AsyncDisposableStack();
  const pids = await claimPidFile(home.pidFile);
  building.defer(() => Promise.resolve(pids.release()));
  // First of all, so that a busy port is told before anything else is done.
  const gateway = await startGateway(options.port);
  building.defer(() => gateway.close());

  const [mailnet, stores] = await step('starting database, queues, files and mail internet', () =>
    settleAll([
      options.internet
        ? undefined
        : startMailnetProcess(MAILNET_SEED, options.timeScale, {
            logFile: home.log('mailnet'),
            pids,
          }).then((running) => {
            building.defer(() => running.stop());
            return running;
          }),
      startStores(home, pids, building),
    ]),
  );
  await step('building the functions', buildFunctions);

  const { template, assetFolder } = await step('synthesizing the cloud', async () => {
    const settings = localSettings(gateway.origin, {
      mailnet: mailnet?.value,
      timeScale: options.timeScale,
    });
    const synthesized = synthesizeLocal(settings, join(home.cacheFolder, 'cdk.out'));
    return {
      ...synthesized,
      template: resolveTemplate(synthesized.template, stores.queues.value),
    };
  });
  const services = await step('creating tables, queues and buckets', () =>
    startServices(template, stores, home, building),
  );
  const functions = startFunctions({
    template,
    assetFolder,
    services,
    sqsEndpoint: stores.queues.value,
    home,
    pids,
    timeScale: options.timeScale,
  });
  building.defer(() => functions.stop());
  gateway.open({
    api: createApi({
      api: readApi(template),
      invoke: (name, event) => functions.runner.invoke(name, event),
      report: functions.report,
    }),
    inbox: createInbox(services.mails),
    site: createSite(WEB_FOLDER),
    storage: services.endpoints.s3,
  });

  const [anyFunction] = readFunctions(template, assetFolder).values();
  const env = { ...anyFunction?.environment, ...sdkVariables(services.endpoints) };
  writeStackFile(home, {
    url: gateway.origin,
    env,
    ...(mailnet !== undefined && { mailnet: mailnet.value }),
  });
  building.defer(() => Promise.resolve(removeStackFile(home)));
  if (!isSeeded(home)) await step('writing the demo data', () => seed(home, env));

  const running = building.move();
  const children = [stores.dynamo, stores.queues, stores.objects, ...(mailnet ? [mailnet] : [])];
  return {
    url: gateway.origin,
    reload: () => functions.runner.reload(),
    broken: Promise.race(children.map(async (child) => `a service ${await child.ended}`)),
    stop: () => running.disposeAsync(),
  };
}

/** Waits for all of them even when one fails, so that whatever started can be ended. */
async function settleAll<A, B>(work: [A, B]): Promise<[Awaited<A>, Awaited<B>]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
