import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';

/**
 * Returns the fixed name by which the alarm stack refers to a function's log group: an output for
 * each would exceed the limit of 200 per stack. It is derived from construct ids, so that a renamed
 * construct has a new name: CloudFormation creates the new log group before it deletes the old one.
 * Functions may not create log groups, so a deleted group does not reappear and block a deployment.
 */
export const logGroupNameOf = (scope: Construct, id: string, { stage }: StageConfig): string =>
  `/tamis/${stage}/${scope.node.id}/${id}`;

export const createLogGroup = (scope: Construct, id: string, config: StageConfig): LogGroup =>
  new LogGroup(scope, `${id}Log`, {
    logGroupName: logGroupNameOf(scope, id, config),
    retention: config.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
