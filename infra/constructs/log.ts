import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';

/**
 * Returns the fixed name by which the alarm stack refers to a log group. Never reuse a name under
 * another construct id: CloudFormation creates the new log group before it deletes the old one.
 * Functions may not create log groups, so a deleted group does not reappear and block a deployment.
 */
export const logGroupNameOf = (name: string, { stage }: StageConfig): string =>
  `/tamis/${stage}/${name}`;

export const createLogGroup = (
  scope: Construct,
  id: string,
  name: string,
  config: StageConfig,
): LogGroup =>
  new LogGroup(scope, `${id}Log`, {
    logGroupName: logGroupNameOf(name, config),
    retention: config.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });

/**
 * Returns the log group that all functions of a feature share. Lambda puts the name of the function
 * into the names of its streams, which also contain the lines of Lambda itself:
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-loggroups.html
 */
export function featureLogOf(scope: Construct, feature: string, config: StageConfig): LogGroup {
  const stack = Stack.of(scope);
  const existing = stack.node.tryFindChild(`${feature}Log`);
  return existing instanceof LogGroup ? existing : createLogGroup(stack, feature, feature, config);
}
