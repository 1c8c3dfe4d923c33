import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { bucketConfigs, createBuckets } from '../cloud/buckets.ts';
import { createQueues } from '../cloud/queues.ts';
import { REGION } from '../cloud/resolver.ts';
import type { ResolvedTemplate } from '../cloud/resolver.ts';
import { readSecrets } from '../cloud/secrets.ts';
import { createTables } from '../cloud/tables.ts';
import { startS3Edge } from '../s3/edge.ts';
import { startSecrets } from '../secrets/endpoint.ts';
import { openSecrets } from '../secrets/store.ts';
import type { RunningChild } from '../services/child-process.ts';
import { startDynoxide } from '../services/dynoxide.ts';
import { startFauxqs } from '../services/fauxqs.ts';
import type { PidFile } from '../services/pid-file.ts';
import { startSes } from '../ses/endpoint.ts';
import { openMailStore } from '../ses/mail-store.ts';
import type { MailStore } from '../ses/mail-store.ts';
import { CREDENTIALS, dynamoClient, s3Client, sqsClient } from './clients.ts';
import type { Endpoints } from './clients.ts';
import type { Home } from './home.ts';
import { type Instruments, tapped, type TappedService } from './instruments.ts';
import { waitForAll } from './wait-for-all.ts';
import { withStripeKeys } from './stripe.ts';

/** The processes that keep data, each on a free port. */
export interface Stores {
  readonly dynamo: RunningChild<string>;
  readonly queues: RunningChild<string>;
  readonly objects: RunningChild<string>;
}

/** Starts them all at once; on a failure none is left. */
export async function startStores(
  { home, pids, instruments }: { home: Home; pids: PidFile; instruments: Instruments },
  cleanup: AsyncDisposableStack,
): Promise<Stores> {
  const start = async (child: Promise<RunningChild<string>>): Promise<RunningChild<string>> => {
    const running = await child;
    cleanup.defer(() => running.stop());
    return running;
  };
  const tap = async (service: TappedService, store: RunningChild<string>) => ({
    ...store,
    value: await tapped(instruments, service, store.value),
  });
  const fauxqs = (name: string, folders: { sqsDir: string } | { s3Dir: string }) =>
    start(startFauxqs({ name, region: REGION, ...folders, logFile: home.log(name), pids }));
  const [dynamo, queues, objects] = await waitForAll([
    start(startDynoxide({ dbPath: home.database, logFile: home.log('dynamodb'), pids })),
    // Two processes: a large upload must not make the queues wait.
    fauxqs('queues', { sqsDir: home.queueFolder }),
    fauxqs('objects', { s3Dir: home.objectFolder }),
  ]);
  return { dynamo: await tap('dynamodb', dynamo), queues: await tap('sqs', queues), objects };
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
  const { dynamo, queues, objects } = stores;
  const sqs = sqsClient(queues.value);
  cleanup.defer(() => sqs.destroy());
  await createQueues(template, sqs, queues.value);

  const edge = await startS3Edge({
    upstream: objects.value,
    credentials: CREDENTIALS,
    region: REGION,
    buckets: bucketConfigs(template, queues.value),
    sqs: {
      async send(QueueUrl, MessageBody) {
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
      },
    },
    now: () => new Date(),
  });
  cleanup.defer(() => edge.close());
  const s3Url = await tapped(instruments, 's3', edge.url);

  const mails = await openMailStore(home.mailFile);
  const ses = await startSes({ store: mails, now: () => new Date(), newId: () => randomUUID() });
  cleanup.defer(() => ses.close());

  const kept = openSecrets(home.secretsFile, readSecrets(template));
  const values = new Map(
    [...kept].map(([name, value]) => [name, withStripeKeys(value, process.env)]),
  );
  const secrets = await startSecrets((name) => values.get(name));
  cleanup.defer(() => secrets.close());

  const s3 = s3Client(s3Url);
  const tables = dynamoClient(dynamo.value);
  await Promise.all([createTables(template, tables), createBuckets(template, s3)]);
  s3.destroy();
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
