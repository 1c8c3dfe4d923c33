import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { Alarms } from '../constructs/alarms.ts';
import { Api } from '../constructs/api.ts';
import { Buckets } from '../constructs/buckets.ts';
import { resourceSettings } from '../constructs/foundation.ts';
import { MailIdentity } from '../constructs/mail.ts';
import { createQueues } from '../constructs/queues.ts';
import { createTable } from '../constructs/table.ts';
import { Workers } from '../constructs/workers.ts';

interface CoreStackProps {
  readonly config: StageConfig;
  /** The built code of a bundle folder. */
  readonly code: (bundle: string) => Code;
}

/** The whole service but its edge: what keeps data, what answers calls, what works through lists. */
export class CoreStack extends Stack {
  constructor(scope: Construct, id: string, { config, code }: CoreStackProps) {
    super(scope, id, { description: 'Tamis: email-address verification' });

    const table = createTable(this, 'table', config);
    const queues = createQueues(this, 'queues', config);
    const buckets = new Buckets(this, 'buckets', { config, arrivals: queues.list });
    const secret = createSecret(this, 'secret', config);
    const stripeSecret = createStripeSecret(this, 'stripeSecret', config);
    const base = { config, code, table, queues, buckets, secret, stripeSecret };

    const api = new Api(this, 'api', base);
    const workers = new Workers(this, 'workers', base);
    if (config.inAccount) {
      new MailIdentity(this, 'mail', config);
      const { topic } = new Alarms(this, 'alarms', { queues, api, workers });
      new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
    }

    new CfnOutput(this, 'ApiUrl', { value: api.rest.url });
    for (const [setting, value] of Object.entries(resourceSettings(base))) {
      new CfnOutput(this, outputNameOf(setting), { value });
    }
  }
}

/** `TABLE_NAME` → `TableName`: outputs have no underscores; commands read them back. */
const outputNameOf = (setting: string): string =>
  setting
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('');

/** The root of every key the application derives; nobody ever sees or types it. */
const createSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'Root of the keys that sign and encrypt',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });

/**
 * What Stripe gives: the secret key, which somebody fills in, and the secrets of webhooks, which
 * `stripe:setup` adds in front of a first one that nobody else knows.
 */
const createStripeSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'Keys of Stripe',
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ secret_key: '' }),
      generateStringKey: 'webhook_secret',
      passwordLength: 40,
      excludePunctuation: true,
    },
    removalPolicy: config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
