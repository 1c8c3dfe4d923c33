import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { bucketConfigs } from '../cloud/buckets.ts';
import { createQueues } from '../cloud/queues.ts';
import { REGION } from '../cloud/resolver.ts';
import type { ResolvedTemplate } from '../cloud/resolver.ts';
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
import type { MailStore } from '../ses/mail-store.ts';
import { CREDENTIALS, dynamoClient, sqsClient } from './clients.ts';
import type { Endpoints } from './clients.ts';
import type { Home } from './home.ts';
import type { Instruments, TappedService } from './instruments.ts';
import { waitForAll } from './wait-for-all.ts';
import { withStripeKeys } from './stripe.ts';

/** The processes that keep data, each on a free port. */
export interface Stores {
  readonly dynamo: RunningChild<string>;
  readonly queues: RunningChild<string>;
}

/** Starts them all at once; on a failure none is left. */
export async function startStores(
  { home, pids, instruments }: { home: Home; pids: PidFile; instruments: Instruments },
  cleanup: AsyncDisposableStack,
): Promise<Stores> {
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

/** The services in front of the stores, with the resources of the template in them. */
export interface Services {
  readonly endpoints: Endpoints;
  readonly sqs: SQSClient;
  readonly mails: MailStore;
  /** Values by name. */
  readonly secrets: ReadonlyMap<string, string>;
}

interface ServicesOptions {
  readonly template: ResolvedTemplate;
  readonly stores: Stores;
  readonly home: Home;
  readonly instruments: Instruments;
}

export async function startServices(
  { template, stores, home, instruments }: ServicesOptions,
  cleanup: AsyncDisposableStack,
): Promise<Services> {
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
