import { CfnOutput, Lazy, RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Table, AttributeType, BillingMode } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { escapeToAscii } from '../stage/ascii-json.ts';
import type { StageConfig } from '../stage/config.ts';
import { createApi } from '../constructs/api.ts';
import { createBuckets } from '../constructs/buckets.ts';
import type { CoreResources } from '../constructs/core.ts';
import { type EgressNetwork, resourceSettings } from '../constructs/stack-context.ts';
import { addMailIdentity } from '../constructs/mail.ts';
import { createQueues } from '../constructs/queues.ts';
import { removalPolicyOf } from '../constructs/removal-policy.ts';
import { addTableCopies, replicaRegionsOf } from '../constructs/table-copies.ts';
import { createWorkers } from '../constructs/workers.ts';

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/** `Table` instead of `TableV2`, whose resource type the free emulators do not support. */
function createTable(scope: Construct, id: string, config: StageConfig): Table {
  return new Table(scope, id, {
    partitionKey: stringAttribute('PK'),
    sortKey: stringAttribute('SK'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'ttl',
    // Not protected until the stack exists, so that a failed creation can delete the table.
    deletionProtection: Stack.of(scope).terminationProtection,
    removalPolicy: removalPolicyOf(config),
    ...(config.account && {
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    }),
  });
}

interface CoreStackProps extends StackProps {
  readonly config: StageConfig;
  readonly code: (bundle: string) => Code;
  readonly network?: EgressNetwork | undefined;
}

export class CoreStack extends Stack {
  readonly core: CoreResources;

  constructor(scope: Construct, id: string, { config, code, network, ...props }: CoreStackProps) {
    super(scope, id, { description: 'Tamis: email address verification', ...props });

    const createdTable = createTable(this, 'table', config);
    const restored = config.account?.table;
    const table = restored ? Table.fromTableName(this, 'restored', restored) : createdTable;
    const queues = createQueues(this, 'queues', config);
    const buckets = createBuckets(this, 'buckets', {
      config,
      arrivals: { 'uploads/': queues.list, 'bounces/': queues.bounces },
    });
    const usesProxy = config.account?.egress.kind === 'socks5';
    const secrets = {
      secret: createSecret(this, 'secret', config),
      'code-secret': createSecret(this, 'codeSecret', config),
      'csrf-secret': createSecret(this, 'csrfSecret', config),
      'link-secret': createSecret(this, 'linkSecret', config),
      'webhook-secret': createSecret(this, 'webhookSecret', config),
      'stripe-secret': createStripeSecret(this, 'stripeSecret', config),
      'service-key': config.account?.domain
        ? createOpenSecret(this, 'serviceKeySecret', SERVICE_KEY_DESCRIPTION)
        : undefined,
      egress: usesProxy ? createOpenSecret(this, 'proxySecret', PROXY_DESCRIPTION) : undefined,
    };
    const engineValue = (name: 'functionArn' | 'functionName') =>
      Lazy.string({ produce: () => this.core.workers.readers.get('engine')?.[name] });
    const engine = {
      functionArn: engineValue('functionArn'),
      functionName: engineValue('functionName'),
    };
    const base = { config, code, table, queues, buckets, secrets, network, engine };

    const api = createApi(this, 'api', base);
    const workers = createWorkers(this, 'workers', base);
    this.core = { table, queues, buckets, api, workers };
    const vaultArn = config.account?.backup;
    if (vaultArn) addTableCopies(this, 'tableCopies', { config, table, vaultArn });
    if (config.account?.domain)
      addMailIdentity(this, 'mail', { config, feedback: queues.mailFeedback });

    if (config.account) {
      // The next deployment compares its own values with these.
      new CfnOutput(this, 'Stage', { value: escapeToAscii(JSON.stringify(config.account.file)) });
      // Commands use this function's environment, which all functions without egress share.
      new CfnOutput(this, 'AnyFunction', { value: api.functions[0]?.functionName ?? '' });
      const check = workers.scheduled.get('checkEgress');
      if (check) new CfnOutput(this, 'EgressCheck', { value: check.functionName });
    }
    new CfnOutput(this, 'ApiUrl', { value: api.rest.url });
    for (const [setting, value] of Object.entries(resourceSettings(base)))
      new CfnOutput(this, outputNameOf(setting), { value });
  }
}

/** Converts `TABLE_NAME` to `TableName`, because output names must not contain underscores. */
const outputNameOf = (setting: string): string =>
  setting
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('');

/**
 * Secrets to replicate with the copies of the table, because its data is encrypted or keyed with
 * them.
 */
const REPLICATED_SECRETS: ReadonlySet<string> = new Set(['secret', 'linkSecret', 'webhookSecret']);

/** Creates a random secret from which other keys are derived. Nobody ever sees or types it. */
const createSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'Root of the signing and encryption keys',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    replicaRegions: REPLICATED_SECRETS.has(id) ? replicaRegionsOf(config) : [],
    removalPolicy: removalPolicyOf(config),
  });

/** An operator fills in the secret key, and `stripe:setup` prepends the webhook secrets. */
const createStripeSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'Stripe keys',
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ secret_key: '' }),
      generateStringKey: 'webhook_secret',
      passwordLength: 40,
      excludePunctuation: true,
    },
    removalPolicy: removalPolicyOf(config),
  });

/** Until an operator fills in this secret, verdicts that need a mail server are `unknown`. */
const PROXY_DESCRIPTION = 'socks5://user:password@host:port of the proxy to mail servers, or off';

const SERVICE_KEY_DESCRIPTION = 'Test key for the smoke test and the service check, or off';

/** Creates a secret that an operator fills in. Its initial value is `off`. */
const createOpenSecret = (scope: Construct, id: string, description: string): Secret =>
  new Secret(scope, id, {
    description,
    secretStringValue: SecretValue.unsafePlainText('off'),
    removalPolicy: RemovalPolicy.DESTROY,
  });
