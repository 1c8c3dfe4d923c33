import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../features/feature.ts';
import { type GrantableResources, permissionsFor } from '../features/rights.ts';
import type { StackContext } from './stack-context.ts';
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
export const iamStatementsFor = (
  grants: readonly Grant[],
  base: StackContext,
): PolicyStatement[] => [
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
