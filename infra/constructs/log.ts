import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';

/**
 * The name of a log, by which the stack of the alarms finds it: an output for each would fill the
 * 200 of a stack. It changes when the id in the template does, since the new one is made first.
 * Functions may not make groups, so that a deleted one does not come back and stand in the way.
 */
export const logNameOf = (scope: Construct, id: string, { stage }: StageConfig): string =>
  `/tamis/${stage}/${scope.node.id}/${id}`;

/** A log that goes with its stack. */
export const createLog = (scope: Construct, id: string, config: StageConfig): LogGroup =>
  new LogGroup(scope, `${id}Log`, {
    logGroupName: logNameOf(scope, id, config),
    retention: config.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
