import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { readBucketConfigs } from '../cloud/buckets.ts';
import { createQueues } from '../cloud/queues.ts';
import { REGION, type ResolvedTemplate } from '../cloud/resolver.ts';
import { readSecrets } from '../cloud/secrets.ts';
import { createTables } from '../cloud/tables.ts';
import { startLambdaApi } from '../lambda/endpoint.ts';
import { startS3 } from '../s3/server.ts';
import { startSecretsManager } from '../secrets/endpoint.ts';
import { openSecrets } from '../secrets/store.ts';
import { startDynoxide } from '../services/dynoxide.ts';
import { startFauxqs } from '../services/fauxqs.ts';
import type { PidFile } from '../services/pid-file.ts';
import { startSes } from '../ses/endpoint.ts';
import { openMailStore } from '../ses/mail-store.ts';
import { DUMMY_CREDENTIALS, createDynamoClient, createSqsClient } from './clients.ts';
import type { Home } from './home.ts';
import type { Instruments } from './instruments.ts';
import { waitForAll } from './wait-for-all.ts';
import { withStripeKeys } from './stripe.ts';

export async function startTablesAndQueues(
  { home, pids, instruments }: { home: Home; pids: PidFile; instruments: Instruments },
  cleanup: AsyncDisposableStack,
) {
  const { database: dbPath, queueFolder: sqsDir } = home;
  const openTables = async () => {
    const started = await startDynoxide({ dbPath, logFile: home.log('dynamodb'), pids });
    const { value, ended } = cleanup.adopt(started, ({ stop }) => stop());
    return { url: (await instruments.tap?.('dynamodb', value)) ?? value, ended };
  };
  const openQueues = async () => {
    const started = await startFauxqs({ region: REGION, sqsDir });
    const { url } = cleanup.adopt(started, ({ close }) => close());
    return (await instruments.tap?.('sqs', url)) ?? url;
  };
  const [dynamo, sqs] = await waitForAll([openTables(), openQueues()]);
  return { dynamo, sqs };
}

export type EmbeddedServices = Awaited<ReturnType<typeof startServices>>;

interface ServicesOptions {
  readonly template: ResolvedTemplate;
  readonly stores: Awaited<ReturnType<typeof startTablesAndQueues>>;
  readonly home: Home;
  readonly instruments: Instruments;
}

export async function startServices(
  { template, stores, home, instruments }: ServicesOptions,
  cleanup: AsyncDisposableStack,
) {
  const { dynamo } = stores;
  const sqs = cleanup.adopt(createSqsClient(stores.sqs), (client) => client.destroy());
  await createQueues(template, sqs, stores.sqs);

  const s3 = await startS3({
    folder: home.objectFolder,
    credentials: DUMMY_CREDENTIALS,
    region: REGION,
    buckets: readBucketConfigs(template, stores.sqs),
    async send(QueueUrl, MessageBody) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    },
    now: () => new Date(),
  });
  cleanup.defer(() => s3.close());
  const s3Url = (await instruments.tap?.('s3', s3.url)) ?? s3.url;

  const mails = openMailStore(home.mailFile);
  const ses = cleanup.adopt(await startSes(mails), ({ close }) => close());

  const stored = openSecrets(home.secretsFile, readSecrets(template));
  const values = new Map(
    [...stored].map(([name, value]) => [name, withStripeKeys(value, process.env)]),
  );
  const secrets = await startSecretsManager((name) => values.get(name));
  cleanup.defer(() => secrets.close());

  const lambda = cleanup.adopt(await startLambdaApi(), ({ close }) => close());

  const tables = createDynamoClient(dynamo.url);
  await createTables(template, tables);
  tables.destroy();

  return {
    endpoints: {
      dynamodb: dynamo.url,
      lambda: lambda.url,
      s3: s3Url,
      sqs: stores.sqs,
      ses: ses.url,
      secretsManager: secrets.url,
    },
    lambda,
    sqs,
    mails,
    secrets: values,
  };
}
