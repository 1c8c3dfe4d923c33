import { Duration, Validations, Stack } from 'aws-cdk-lib';
import {
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
import { createFunctionEnvironment, type StackContext } from './stack-context.ts';
import { createLogGroup, logGroupNameOf } from './log.ts';
import { type GrantableResources, permissionsFor } from '../features/rights.ts';
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
  /** Queue for failed asynchronous runs. If set, failed runs are not retried. */
  readonly failedRuns?: IQueue | undefined;
}

export class ServiceFunction extends LambdaFunction {
  readonly logName: string;

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
    const logGroup = createLogGroup(scope, id, base.config);
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const policy = new PolicyDocument({
      statements: [writeLog, ...iamStatementsFor(grants, base)],
    });
    // Use an inline policy, because separate policies would count toward the stack's 500 resources.
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { grants: policy },
    });
    if (inNetwork)
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'The name of a network interface is unknown before its creation',
      });
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
      environment: createFunctionEnvironment(base, memoryMb, grants),
      role,
      logGroup,
      ...(base.config.reservesConcurrency &&
        reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Emulators have no loop detection and reject the property.
      ...(mayLoop && base.config.account && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(failedRuns && { deadLetterQueue: failedRuns, retryAttempts: 0 }),
      ...(inNetwork && { vpc: inNetwork.vpc, securityGroups: [inNetwork.securityGroup] }),
    });
    this.logName = logGroupNameOf(scope, id, base.config);
  }
}
