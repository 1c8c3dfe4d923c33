import {
  CfnOutput,
  CfnResource,
  Lazy,
  RemovalPolicy,
  SecretValue,
  Stack,
  type StackProps,
  Duration,
  Validations,
} from 'aws-cdk-lib';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret, type ReplicaRegion } from 'aws-cdk-lib/aws-secretsmanager';
import { Table, AttributeType, BillingMode, type ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { escapeToAscii } from '../stage/ascii-json.ts';
import type { StageConfig } from '../stage/config.ts';
import { createApi } from '../constructs/api.ts';
import { createBuckets } from '../constructs/buckets.ts';
import type { CoreResources } from '../constructs/core.ts';
import {
  COMMAND_FUNCTION,
  type EgressNetwork,
  resourceSettings,
} from '../constructs/stack-context.ts';
import { addMailIdentity } from '../constructs/mail.ts';
import { createLogGroup } from '../constructs/log.ts';
import { createQueues } from '../constructs/queues.ts';
import { removalPolicyOf } from '../constructs/removal-policy.ts';
import { createWorkers, type Workers } from '../constructs/workers.ts';

/** Copies in the stage's own region are kept only briefly, because each is a full backup. */
const LOCAL_RETENTION = Duration.days(2);
const COPY_RETENTION = Duration.days(14);

/** Regions to which secrets are replicated for use with a restored table. */
export const replicaRegionsOf = ({ account }: StageConfig): ReplicaRegion[] => {
  const region = account?.backup?.split(':')[3];
  return region === undefined || region === account?.env.region ? [] : [{ region }];
};

/**
 * Copies the table daily to a vault in another region and account, so that a copy survives the loss
 * of either: https://docs.aws.amazon.com/aws-backup/latest/devguide/advanced-ddb-backup.html
 * @param vaultArn a vault whose policy allows this account to copy into it
 * @returns the vault in the stage's own region
 */
function addTableCopies(
  scope: Construct,
  id: string,
  { config, table, vaultArn }: { config: StageConfig; table: ITable; vaultArn: string },
): BackupVault {
  const group = new Construct(scope, id);
  const vault = new BackupVault(group, 'vault', { removalPolicy: removalPolicyOf(config) });
  const plan = new BackupPlan(group, 'plan', {
    backupVault: vault,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        deleteAfter: LOCAL_RETENTION,
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(group, 'elsewhere', vaultArn),
            deleteAfter: COPY_RETENTION,
          },
        ],
      }),
    ],
  });
  const selection = plan.addSelection('table', {
    resources: [BackupResource.fromDynamoDbTable(table)],
  });
  Validations.of(selection).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    reason: 'The role of AWS Backup, for which AWS requires this managed policy',
  });
  return vault;
}

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
      arrivals: {
        'uploads/': queues.list,
        'bounces/': queues.bounces,
        'answers/': queues.verify,
      },
    });
    const usesProxy = config.account?.egress.kind === 'socks5';
    const secrets = {
      secret: createSecret(this, 'secret', config),
      'code-secret': createSecret(this, 'codeSecret', config),
      'csrf-secret': createSecret(this, 'csrfSecret', config),
      'link-secret': createSecret(this, 'linkSecret', config),
      'webhook-secret': createSecret(this, 'webhookSecret', config),
      'connection-secret': createSecret(this, 'connectionSecret', config),
      'oauth-secret': config.settings.OAUTH_CLIENTS
        ? createOauthSecret(this, 'oauthSecret', config)
        : undefined,
      'stripe-secret': createStripeSecret(this, 'stripeSecret', config),
      'service-key': config.account?.domain
        ? createOpenSecret(this, 'serviceKeySecret', SERVICE_KEY_DESCRIPTION)
        : undefined,
      egress: usesProxy ? createOpenSecret(this, 'proxySecret', PROXY_DESCRIPTION) : undefined,
    };
    const engineValue = (name: 'functionArn' | 'functionName') =>
      Lazy.string({ produce: () => this.core.workers.engine[name] });
    const engine = {
      functionArn: engineValue('functionArn'),
      functionName: engineValue('functionName'),
    };
    const base = { config, code, table, queues, buckets, secrets, network, engine };

    const api = createApi(this, 'api', base);
    const workers = createWorkers(this, 'workers', base);
    if (config.account)
      updateAfterEngine(
        [...api.functions, ...workers.readers.values(), ...workers.scheduled.values()],
        workers,
      );
    const vaultArn = config.account?.backup;
    const vault = vaultArn
      ? addTableCopies(this, 'tableCopies', { config, table, vaultArn })
      : undefined;
    this.core = { table, queues, buckets, api, workers, vault };
    // The next release deletes this log group, which no function uses: it contains the security logs
    // from before its feature was divided into `factors`, `members` and `security`.
    if (config.account) createLogGroup(this, 'second-factor', 'second-factor', config);
    if (config.account?.domain)
      addMailIdentity(this, 'mail', { config, feedback: queues.mailFeedback });

    if (config.account) {
      // The next deployment compares its own values with these.
      new CfnOutput(this, 'Stage', { value: escapeToAscii(JSON.stringify(config.account.file)) });
      // Commands use this function's environment, the only one with every setting that they read.
      const forCommands = api.functions.find(({ node }) => node.id === COMMAND_FUNCTION);
      if (!forCommands) throw new TypeError(`There is no function ${COMMAND_FUNCTION}`);
      new CfnOutput(this, 'AnyFunction', { value: forCommands.functionName });
      const check = workers.scheduled.get('checkEgress');
      if (check) new CfnOutput(this, 'EgressCheck', { value: check.functionName });
    }
    new CfnOutput(this, 'ApiUrl', { value: api.rest.url });
    for (const [setting, value] of Object.entries(resourceSettings(base)))
      new CfnOutput(this, outputNameOf(setting), { value });
  }
}

/** Makes all functions wait until the engine's new version has passed (addEngineAlias). */
function updateAfterEngine(functions: readonly IFunction[], { engine, readers }: Workers): void {
  const alias = engine.node.defaultChild;
  if (!CfnResource.isCfnResource(alias)) throw new TypeError('The engine has no alias');
  for (const { node } of functions)
    if (node !== readers.get('engine')?.node && CfnResource.isCfnResource(node.defaultChild))
      node.defaultChild.addDependency(alias);
}

/** Converts `TABLE_NAME` to `TableName`, because output names must not contain underscores. */
const outputNameOf = (setting: string): string =>
  setting
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('');

/** Secrets with which the table's data is encrypted or hashed. Copies of the table need them. */
export const REPLICATED_SECRETS: ReadonlySet<string> = new Set([
  'secret',
  'linkSecret',
  'webhookSecret',
  'connectionSecret',
]);

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

/** An operator fills in the secrets of the clients in the setting OAUTH_CLIENTS. */
const createOauthSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'Secrets of our OAuth clients by service, as JSON',
    generateSecretString: {
      // The fake services of the stage `local` accept these secrets.
      secretStringTemplate: JSON.stringify(
        config.account ? {} : { mailchimp: 'local', hubspot: 'local' },
      ),
      generateStringKey: 'unused',
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
