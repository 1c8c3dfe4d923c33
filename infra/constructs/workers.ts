import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import {
  maxWorkerConcurrency,
  queueConcurrencyOf,
  SCHEDULED_CONCURRENCY,
} from '../features/concurrency.ts';
import type { WorkerNeeds } from '../features/feature.ts';
import { bundleNameOf, scheduleNeeds, workerNeeds } from '../features/index.ts';
import type { StackContext } from './stack-context.ts';
import { createDeadLetterQueue, deadLetterQueueOf } from './queues.ts';
import { ServiceFunction } from './service-function.ts';

/** Time limit of the probe, which starts the engine and makes one DNS query. */
const PROBE_SECONDS = 60;
const ENGINE_ALIAS = 'live';

export type Workers = ReturnType<typeof createWorkers>;

/** Creates the functions that the API does not call: queue readers and schedules. */
export function createWorkers(scope: Construct, id: string, base: StackContext) {
  const group = new Construct(scope, id);
  const readers = new Map(
    [...workerNeeds].map(([name, needs]) => [name, createReader(group, name, needs, base)]),
  );
  const engine = addEngineAlias(readers.get('engine'), base);
  for (const [name, needs] of workerNeeds)
    addSources(name === 'engine' ? engine : readers.get(name), needs, base);
  /** Queue for failed runs of scheduled functions. Emulators do not support it. */
  const failedRuns = base.config.account
    ? createDeadLetterQueue(group, 'schedulesDead', base.config)
    : undefined;
  const scheduled = new Map(
    [...scheduleNeeds].map(([name, { everyMinutes, ...numbers }]) => {
      const target = new ServiceFunction(group, name, {
        ...numbers,
        base,
        bundle: bundleNameOf(name),
        reservedConcurrency: SCHEDULED_CONCURRENCY,
        failedRuns,
      });
      new Rule(group, `${name}Rule`, {
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        // A failed run is not retried, because the next scheduled run catches up.
        targets: [new LambdaFunction(target, { retryAttempts: 0 })],
      });
      return [name, target] as const;
    }),
  );
  return { readers, scheduled, failedRuns, engine };
}

/**
 * Returns the alias that other functions call instead of the engine's function. The alias moves to
 * a new version only after that version has passed the probe (functions/checks/workers.ts). Then
 * the alias sends 10% of its calls to the new version for ten minutes. A version that fails the
 * probe or an alarm fails the deployment before CloudFormation updates any other function, because
 * all others depend on the alias. With `-c now=1`, the new version gets all calls immediately,
 * regardless of the alarms: they may still be on because of the previous version, whose dimensions
 * they had until this deployment, and an update leaves the state of an alarm unchanged:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
 * Emulators support neither versions nor the trigger.
 */
function addEngineAlias(engine: ServiceFunction | undefined, { config }: StackContext): IFunction {
  if (!engine) throw new TypeError('There is no worker engine');
  if (!config.account) return engine;
  const alias = engine.addAlias(ENGINE_ALIAS);
  new Trigger(engine, 'probe', {
    handler: engine,
    timeout: Duration.seconds(PROBE_SECONDS),
    executeBefore: [alias],
  });
  const atOnce = engine.node.tryGetContext('now') !== undefined;
  new LambdaDeploymentGroup(engine, 'shift', {
    alias,
    deploymentConfig: atOnce
      ? LambdaDeploymentConfig.ALL_AT_ONCE
      : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
    alarms: [
      createVersionAlarm(engine, 'newVersionFails', failedRunsOf(engine)),
      createVersionAlarm(engine, 'newVersionFailsMessages', failedMessagesOf(engine)),
    ],
    ignoreAlarmConfiguration: atOnce,
  });
  return alias;
}

/**
 * Returns the metric of runs of the new version that threw, crashed or timed out. Its dimensions
 * exclude the runs of the previous version:
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html
 */
const failedRunsOf = (engine: ServiceFunction): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: engine.functionName,
      Resource: `${engine.functionName}:${ENGINE_ALIAS}`,
      ExecutedVersion: engine.currentVersion.version,
    },
  });

/**
 * Returns the metric of messages that the new version returned to their queue, which Lambda does
 * not count as failures. It has a dimension per version:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html
 */
function failedMessagesOf(engine: ServiceFunction): Metric {
  const metricNamespace = Stack.of(engine).stackName;
  const metricName = 'engineMessagesFailed';
  new MetricFilter(engine, 'messagesFailed', {
    logGroup: engine.logGroup,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.event', '=', 'message_failed'),
      FilterPattern.stringValue('$.worker', '=', 'engine'),
    ),
    metricNamespace,
    metricName,
    dimensions: { version: '$.version' },
  });
  return new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { version: engine.currentVersion.version },
  });
}

/** Creates an alarm that only CodeDeploy reads. */
const createVersionAlarm = (engine: ServiceFunction, id: string, metric: Metric): Alarm =>
  new Alarm(engine, id, {
    alarmDescription:
      'The new version of the engine fails: CodeDeploy returns to the previous one.',
    metric: metric.with({ statistic: Stats.SUM, period: Duration.minutes(1) }),
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    threshold: 0,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });

/** Returns the queues that a worker reads, by the names in its needs. */
const sourcesOf = ({ reads, deadLetters }: WorkerNeeds, { queues }: StackContext) =>
  reads.map(
    (read) => [read, deadLetters ? deadLetterQueueOf(queues[read]) : queues[read]] as const,
  );

function createReader(
  scope: Construct,
  name: string,
  needs: WorkerNeeds,
  base: StackContext,
): ServiceFunction {
  const { reads: _, batchSize: __, deadLetters: ___, ...numbers } = needs;
  return new ServiceFunction(scope, name, {
    ...numbers,
    base,
    bundle: bundleNameOf(name),
    reservedConcurrency: maxWorkerConcurrency(needs, base.config),
    keepsRole: name === 'engine',
    sources: sourcesOf(needs, base).map(([, queue]) => queue),
  });
}

/** Only the failed messages of a batch return to their queue. */
function addSources(reader: IFunction | undefined, needs: WorkerNeeds, base: StackContext): void {
  for (const [read, queue] of sourcesOf(needs, base))
    reader?.addEventSource(
      new SqsEventSource(queue, {
        batchSize: needs.batchSize,
        maxConcurrency: queueConcurrencyOf(read, needs, base.config),
        reportBatchItemFailures: true,
      }),
    );
}
