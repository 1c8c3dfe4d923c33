import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';

/**
 * A fixed name, by which the alarm stack finds the log: an output for each would exceed the limit
 * of 200 per stack. A renamed construct gets another name, because its new log is created first.
 * Functions may not create groups, so a deleted one does not reappear and block a deployment.
 */
export const logNameOf = (scope: Construct, id: string, { stage }: StageConfig): string =>
  `/tamis/${stage}/${scope.node.id}/${id}`;

export const createLog = (scope: Construct, id: string, config: StageConfig): LogGroup =>
  new LogGroup(scope, `${id}Log`, {
    logGroupName: logNameOf(scope, id, config),
    retention: config.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
