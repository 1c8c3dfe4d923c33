import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { bucketConfigs } from '../cloud/buckets.ts';
import { createQueues } from '../cloud/queues.ts';
import { REGION, type ResolvedTemplate } from '../cloud/resolver.ts';
import { readSecrets } from '../cloud/secrets.ts';
import { createTables } from '../cloud/tables.ts';
import { startS3 } from '../s3/server.ts';
import { startSecrets } from '../secrets/endpoint.ts';
import { openSecrets } from '../secrets/store.ts';
import type { RunningChild } from '../services/child-process.ts';
import { startDynoxide } from '../services/dynoxide.ts';
import { startFauxqs } from '../services/fauxqs.ts';
import type { PidFile } from '../services/pid-file.ts';
import { startSes } from '../ses/endpoint.ts';
import { openMailStore } from '../ses/mail-store.ts';
import { CREDENTIALS, dynamoClient, sqsClient } from './clients.ts';
import type { Home } from './home.ts';
import type { Instruments, TappedService } from './instruments.ts';
import { waitForAll } from './wait-for-all.ts';
import { withStripeKeys } from './stripe.ts';

/** Starts the processes that keep data, each on a free port. */
export async function startStores(
  { home, pids, instruments }: { home: Home; pids: PidFile; instruments: Instruments },
  cleanup: AsyncDisposableStack,
) {
  const start = async (service: TappedService, child: Promise<RunningChild<string>>) => {
    const running = await child;
    cleanup.defer(() => running.stop());
    const value = (await instruments.tap?.(service, running.value)) ?? running.value;
    return { ...running, value };
  };
  const { database: dbPath, queueFolder: sqsDir } = home;
  const [dynamo, queues] = await waitForAll([
    start('dynamodb', startDynoxide({ dbPath, logFile: home.log('dynamodb'), pids })),
    start('sqs', startFauxqs({ region: REGION, sqsDir, logFile: home.log('queues'), pids })),
  ]);
  return { dynamo, queues };
}

export type Services = Awaited<ReturnType<typeof startServices>>;

interface ServicesOptions {
  readonly template: ResolvedTemplate;
  readonly stores: Awaited<ReturnType<typeof startStores>>;
  readonly home: Home;
  readonly instruments: Instruments;
}

/** Starts the services in front of the stores, with the resources of the template in them. */
export async function startServices(
  { template, stores, home, instruments }: ServicesOptions,
  cleanup: AsyncDisposableStack,
) {
  const { dynamo, queues } = stores;
  const sqs = sqsClient(queues.value);
  cleanup.defer(() => sqs.destroy());
  await createQueues(template, sqs, queues.value);

  const s3 = await startS3({
    folder: home.objectFolder,
    credentials: CREDENTIALS,
    region: REGION,
    buckets: bucketConfigs(template, queues.value),
    async send(QueueUrl, MessageBody) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    },
    now: () => new Date(),
  });
  cleanup.defer(() => s3.close());
  const s3Url = (await instruments.tap?.('s3', s3.url)) ?? s3.url;

  const mails = openMailStore(home.mailFile);
  const ses = await startSes(mails);
  cleanup.defer(() => ses.close());

  const kept = openSecrets(home.secretsFile, readSecrets(template));
  const values = new Map(
    [...kept].map(([name, value]) => [name, withStripeKeys(value, process.env)]),
  );
  const secrets = await startSecrets((name) => values.get(name));
  cleanup.defer(() => secrets.close());

  const tables = dynamoClient(dynamo.value);
  await createTables(template, tables);
  tables.destroy();

  return {
    endpoints: {
      dynamodb: dynamo.value,
      s3: s3Url,
      sqs: queues.value,
      ses: ses.url,
      secretsManager: secrets.url,
    },
    sqs,
    mails,
    secrets: values,
  };
}
