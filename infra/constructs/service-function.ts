import { createHash } from 'node:crypto';
import { Duration, RemovalPolicy, Validations, Stack } from 'aws-cdk-lib';
import {
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
  Effect,
} from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Grant } from '../features/feature.ts';
import { COMMAND_FUNCTION, createFunctionEnvironment, type StackContext } from './stack-context.ts';
import { featureOf } from '../features/index.ts';
import { featureLogOf } from './log.ts';
import { type GrantableResources, permissionsFor, QUEUE_READ_ACTIONS } from '../features/rights.ts';
import { configurationSetName } from './mail.ts';

/**
 * Permissions that Lambda needs to attach a function to a VPC. The names of network interfaces are
 * not known in advance, so the resource must be `*`. The function's own code is denied these
 * actions.
 */
const NETWORK_INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * Lets Lambda manage network interfaces, but denies it to the function's code, whose requests carry
 * the function ARN. The ARN pattern is wide, because a role is created before its function:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
const vpcStatements = (): PolicyStatement[] => [
  new PolicyStatement({ actions: NETWORK_INTERFACES, resources: ['*'] }),
  new PolicyStatement({
    effect: Effect.DENY,
    actions: NETWORK_INTERFACES,
    resources: ['*'],
    conditions: { ArnEquals: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
  }),
];

function mailOf({ config, table }: StackContext): GrantableResources['mail'] {
  if (config.account && !config.account.domain) return undefined;
  const arn = (resource: string, resourceName: string) =>
    Stack.of(table).formatArn({ service: 'ses', resource, resourceName });
  const arns = [arn('identity', '*'), arn('configuration-set', configurationSetName(config))];
  return { arns, from: config.settings.MAIL_FROM };
}

/**
 * Returns the IAM statements that allow exactly what a function's grants require. `LeadingKeys` is
 * IAM's condition key for the partition keys of a request:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
const iamStatementsFor = (grants: readonly Grant[], base: StackContext): PolicyStatement[] => [
  ...permissionsFor(grants, { ...base, mail: mailOf(base) }).map(
    ([actions, resources, patterns, from]) =>
      new PolicyStatement({
        actions: [...actions],
        resources: [...resources],
        ...(patterns && {
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } },
        }),
        ...(from && { conditions: { StringEquals: { 'ses:FromAddress': from } } }),
      }),
  ),
  ...(base.network && grants.includes('egress') ? vpcStatements() : []),
];

interface ServiceFunctionProps {
  readonly base: StackContext;
  /** Folder of the function's code below dist/functions. */
  readonly bundle: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly grants: readonly Grant[];
  /** Reserved concurrency, which is also the maximum. Ignored in stages that reserve none. */
  readonly reservedConcurrency?: number | undefined;
  /**
   * Exempts the function from loop detection, which stops a function that has triggered itself
   * through messages 16 times:
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  readonly mayLoop?: true | undefined;
  /**
   * Whether the function has its own role, whose id does not depend on its rights. An alias sends
   * calls to two versions only if they have the same role:
   * https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html
   */
  readonly keepsRole?: boolean;
  /** Queues from which Lambda receives the function's messages. */
  readonly sources?: readonly IQueue[];
  /** Queue for failed asynchronous runs. If set, failed runs are not retried. */
  readonly failedRuns?: IQueue | undefined;
}

const allow = (actions: readonly string[], resources: string[]): PolicyStatement[] =>
  resources.length > 0 ? [new PolicyStatement({ actions: [...actions], resources })] : [];

/**
 * Returns the role of a function. Functions of one feature with the same rights share it, because
 * roles count toward the stack's 500 resources; in CloudTrail, the name of a session is the name of
 * the function. The id contains a hash of the rights, so a function whose rights change moves to
 * another role, and the rights of the other functions do not change.
 */
function roleOf(
  scope: Construct,
  name: string,
  feature: string,
  props: ServiceFunctionProps,
): IRole {
  const { base, grants, sources = [], failedRuns } = props;
  const rights = [
    ...new Set(grants),
    ...[...sources, ...(failedRuns ? [failedRuns] : [])].map(({ node }) => node.path),
  ];
  const hash = createHash('sha256').update(rights.toSorted().join()).digest('hex').slice(0, 8);
  const hasNetwork = base.network !== undefined && grants.includes('egress');
  const suffix = props.keepsRole ? name : hash;
  const id = `${feature}${hasNetwork ? 'Network' : ''}Role${suffix}`;
  const stack = Stack.of(scope);
  const existing = stack.node.tryFindChild(id);
  if (existing instanceof Role) return existing.withoutPolicyUpdates();
  const policy = new PolicyDocument({
    statements: [
      ...allow(
        ['logs:CreateLogStream', 'logs:PutLogEvents'],
        [featureLogOf(scope, feature, base.config).logGroupArn],
      ),
      ...allow(
        QUEUE_READ_ACTIONS,
        sources.map(({ queueArn }) => queueArn),
      ),
      ...allow(['sqs:SendMessage'], failedRuns ? [failedRuns.queueArn] : []),
      ...iamStatementsFor(grants, base),
    ],
  });
  // Use an inline policy, because separate policies would also count as resources.
  const role = new Role(stack, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { grants: policy },
  });
  if (hasNetwork)
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The name of a network interface is unknown before its creation',
    });
  return role.withoutPolicyUpdates();
}

export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const {
      base,
      bundle,
      memoryMb,
      timeoutSeconds,
      grants,
      reservedConcurrency,
      mayLoop,
      failedRuns,
    } = props;
    const inNetwork = grants.includes('egress') ? base.network : undefined;
    const feature = featureOf(id);
    super(scope, id, {
      // Pin the version, so that a new runtime is tested before production uses it.
      runtime: Runtime.NODEJS_24_X,
      // In the stage `local`, use the architecture of the machine. In the cloud, arm64 costs 20%
      // less.
      architecture:
        base.config.account || process.arch === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: base.code(bundle),
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      environment: createFunctionEnvironment(
        base,
        memoryMb,
        id === COMMAND_FUNCTION ? 'commands' : grants,
      ),
      role: roleOf(scope, id, feature, props),
      logGroup: featureLogOf(scope, feature, base.config),
      ...(base.config.reservesConcurrency &&
        reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Emulators have no loop detection and reject the property.
      ...(mayLoop && base.config.account && { recursiveLoop: RecursiveLoop.ALLOW }),
      // Keep earlier versions of a function with an alias, so that an operator can switch back. A
      // version whose deployment failed must not remain: publishing the same code again would fail.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(failedRuns && { deadLetterQueue: failedRuns, retryAttempts: 0 }),
      ...(inNetwork && { vpc: inNetwork.vpc, securityGroups: [inNetwork.securityGroup] }),
    });
  }
}
