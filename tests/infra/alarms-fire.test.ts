import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { checkEgressHosts } from '../../functions/checks/check-egress.ts';
import { createMeteredEngine } from '../../functions/checks/adapters/engine.ts';
import { engine } from '../../functions/checks/workers.ts';
import { createLog } from '../../functions/platform/create-log.ts';
import { serveSchedule } from '../../functions/platform/schedule/serve-schedule.ts';
import { checkService } from '../../functions/system/workers.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
import { MONITORED_PROVIDERS } from '../../shared/model/monitored-providers.ts';
import { LOG_EVENT_ALARMS } from '../../infra/observe/function-alarms.ts';
import { HOST_METRICS_NAMESPACE } from '../../infra/stage/host-specs.ts';
import { lambdaContext } from '../support/api-event.ts';
import { invoke } from '../support/invoke.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { sqsRecord } from '../support/sqs-event.ts';
import { extractMetrics } from '../support/embedded-metrics.ts';
import { testEnv } from '../support/test-env.ts';
import { testClock } from '../support/test-clock.ts';
import { AWS_METRICS, DIMENSION_VALUES } from './alarm-metrics.ts';
import { PRODUCTION_CONFIG_WITH_BACKUP, PRODUCTION_CONFIG_WITH_HOSTS } from './production.ts';
import { synthesizeTemplate, synthesizeTemplates } from './template.ts';

/**
 * Tests that each alarm fires, on a metric that exists: one that AWS documents, about a resource of
 * the stage, or one that our code emits with exactly these names and dimensions in a run with a
 * failure.
 */

beforeAll(() => {
  synthesizeTemplate('prod');
});

const dimension = z.object({ Name: z.string(), Value: z.unknown() });
const metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(dimension).default([]),
});
type Metric = z.output<typeof metric>;
const query = z.looseObject({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.object({ Metric: metric }).optional(),
});
const alarm = z.looseObject({
  // Only the alarms that CodeDeploy reads have no name.
  AlarmName: z.string().default('newVersionFails'),
  ComparisonOperator: z.enum(['GreaterThanThreshold', 'LessThanThreshold']),
  Threshold: z.number(),
  Metrics: z.array(query).optional(),
});

const keyOf = ({ Namespace, MetricName, Dimensions }: Metric): string =>
  [
    Namespace,
    MetricName,
    ...Dimensions.map(({ Name, Value }) => `${Name}=${String(Value)}`).toSorted(),
  ].join(' ');

/** Number of times that each verdict and response is repeated: enough for every alarm. */
const MANY = 400;

function captureLog() {
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 1,
    (line) => lines.push(line),
  );
  return { lines, log };
}

/** Returns log lines of a run in which providers respond once, and then block every address. */
async function blockedEverywhere(egresses: readonly string[]): Promise<string[]> {
  const { lines, log } = captureLog();
  const answered = { status: 'deliverable', reason: 'accepted', mx: 'mx.test' };
  const blocked = { status: 'unknown', reason: 'ip_blocked' };
  const answers = [...MONITORED_PROVIDERS, 'gandi'].flatMap((provider) =>
    egresses.flatMap((egress) =>
      [answered, ...Array.from({ length: MANY }, () => blocked)].map((verdict, index) => ({
        index,
        egress,
        verdict: { ...verdict, provider } as Verdict,
      })),
    ),
  );
  const metered = createMeteredEngine(
    {
      connections: 0,
      async *verify() {
        yield* answers;
      },
    },
    { env: { STAGE: 'prod' }, clock: { now: () => 1 }, log },
  );
  const options = { deadline: 1, attempt: 0, priority: 0, customer: 'c' } as const;
  await Array.fromAsync(metered.verify([], options));
  return lines;
}

/** Returns the log lines of a run in which nothing listens on the public domain. */
async function unreachable(): Promise<string[]> {
  const { lines, log } = captureLog();
  const env = { ...testEnv({ PUBLIC_ORIGIN: 'http://127.0.0.1:9' }), STAGE: 'prod' as const };
  const serviceKey = { read: async () => 'tms_test_1', write: async () => {} };
  await invoke(checkService, { clock: testClock(), env, log, serviceKey }, {});
  return lines;
}

/** Returns log lines of a run that finds an egress address without DNS names or responses. */
async function shutEgress(): Promise<string[]> {
  const { lines, log } = captureLog();
  const nothing = () => Promise.resolve([]);
  const worker = serveSchedule('checkEgress', {}, () =>
    checkEgressHosts({
      clock: testClock(),
      log,
      env: testEnv({ EGRESS_TEST_ADDRESS: 'postmaster@mail.example' }),
      egressAddresses: () => Promise.resolve([{ kind: 'direct', helo: 'mta1.tamis.test' }]),
      dnsRecords: {
        addresses: nothing,
        names: nothing,
        texts: nothing,
        exchanges: nothing,
        listings: nothing,
      },
      engineFrom: () => ({ connections: 0, async *verify() {} }),
    }),
  );
  await invoke(worker, { clock: testClock(), env: { ...testEnv(), STAGE: 'prod' }, log }, {});
  return lines;
}

/** A version of the engine, as Lambda numbers it. */
const ENGINE_VERSION = '7';

/** Returns the log lines of a version of the engine that returns a message to its queue. */
async function failedMessage(): Promise<string[]> {
  const { lines, log } = captureLog();
  const idle = { connections: 0, async *verify() {} };
  const deps = {
    clock: testClock(),
    env: { ...testEnv(), STAGE: 'prod' as const },
    log,
    blobs: createMemoryBlobs(),
    egressEngine: idle,
    offlineEngine: idle,
    retries: { schedule: async () => {} },
  };
  const lambda = { ...lambdaContext(), functionVersion: ENGINE_VERSION };
  await engine.withDeps(deps)({ Records: [sqsRecord({})] }, lambda);
  return lines;
}

const filter = z.object({
  FilterPattern: z.string(),
  MetricTransformations: z
    .array(
      z.object({
        MetricName: z.string(),
        MetricNamespace: z.string(),
        Dimensions: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
      }),
    )
    .length(1),
});

/**
 * Whether a log line matches a CloudWatch filter pattern: `{ $.field = "text" }`, or several such
 * terms joined by `&&`. A term may use `!=`, or a regular expression between `%` signs, which
 * matches only strings.
 */
function matches(pattern: string, line: Readonly<Record<string, unknown>>): boolean {
  const [, inner = ''] = /^\{ (.*) \}$/.exec(pattern) ?? [];
  return inner.split(' && ').every((term) => {
    const [, field = '', sign, text, regex] =
      /^\(?\$\.(\w+) (!?=) (?:"([^"]*)"|%([\w[\]{}|^$-]+)%)\)?$/.exec(term) ?? [];
    if (sign === undefined) throw new SyntaxError(`Unknown pattern: ${pattern}`);
    const value = line[field];
    const isSo =
      regex === undefined
        ? value === text
        : typeof value === 'string' && new RegExp(regex).test(value);
    return isSo === (sign === '=');
  });
}

const stacks = synthesizeTemplates('prod', PRODUCTION_CONFIG_WITH_BACKUP);
const templates = Object.values(stacks);
const all = <S extends z.ZodType>(type: string, schema: S): z.output<S>[] =>
  templates
    .flatMap((template) => Object.values(template.findResources(type)))
    .map((resource) => schema.parse(resource['Properties']));

const typedResource = z.object({ Type: z.string(), Properties: z.unknown() });
const resources = templates.flatMap((template) =>
  Object.entries(z.record(z.string(), typedResource).parse(template.toJSON()['Resources'])).map(
    ([id, { Type, Properties }]) => [id, Type, Properties] as const,
  ),
);
const output = z.object({
  'Fn::GetStackOutput': z.object({ StackName: z.string(), OutputName: z.string() }),
});

const version = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Version')]) });

/** Returns a metric as our code emits it while a version of the engine runs. */
const withEngineVersion = ({ Dimensions, ...rest }: Metric): Metric => ({
  ...rest,
  Dimensions: Dimensions.map(({ Name, Value }) => ({
    Name,
    Value: version.safeParse(Value).success ? ENGINE_VERSION : Value,
  })),
});

/** Returns a dimension's value, or the output of another stack to which it refers. */
function valueOfDimension(value: unknown): unknown {
  const { data } = output.safeParse(value);
  if (data === undefined) return value;
  const { StackName, OutputName } = data['Fn::GetStackOutput'];
  return z
    .object({ Value: z.unknown() })
    .parse(stacks[StackName]?.findOutputs(OutputName)[OutputName]).Value;
}

/** Fails unless each dimension of a metric of AWS has the name of a resource of the stage. */
function expectResources(alarmName: string, { MetricName, Dimensions }: Metric): void {
  for (const { Name, Value } of Dimensions) {
    const values = DIMENSION_VALUES[`${MetricName} ${Name}`] ?? DIMENSION_VALUES[Name];
    expect([alarmName, Name, values?.(resources)]).toEqual([
      alarmName,
      Name,
      expect.arrayContaining([valueOfDimension(Value)]),
    ]);
  }
}

const responseOf = (format: string, values: Readonly<Record<string, string>>): string =>
  format.replaceAll(/\$context\.(\w+)/g, (_, name: string) => values[name] ?? '1');

/** Computes the metrics that log filters derive from function errors and response statuses. */
function fromLogs(more: readonly string[]): Map<string, number> {
  const { lines, log } = captureLog();
  log.error('run_failed', new Error('broken'));
  for (const { event } of Object.values(LOG_EVENT_ALARMS)) log.warn(event, {});
  const [stage] = all(
    'AWS::ApiGateway::Stage',
    z.object({ AccessLogSetting: z.object({ Format: z.string() }) }),
  );
  const format = stage?.AccessLogSetting.Format ?? '';
  const responses = [
    ...['401', '403', '404', '422', '429'].map((status) => responseOf(format, { status })),
    responseOf(format, { responseLatency: '3000' }),
  ].flatMap((response) => Array.from({ length: MANY }, () => response));
  const read = [...lines, ...responses, ...more].map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  const values = new Map<string, number>();
  for (const { FilterPattern, MetricTransformations } of all('AWS::Logs::MetricFilter', filter))
    for (const { MetricName, MetricNamespace, Dimensions } of MetricTransformations)
      for (const line of read.filter((each) => matches(FilterPattern, each))) {
        const key = keyOf({
          Namespace: MetricNamespace,
          MetricName,
          Dimensions: Dimensions.map(({ Key, Value }) => ({
            Name: Key,
            Value: line[Value.replace('$.', '')],
          })),
        });
        values.set(key, (values.get(key) ?? 0) + 1);
      }
  return values;
}

/** Returns the metrics that each host's script sends when its resources are used up. */
function fromHosts(): Map<string, number> {
  const data = all('AWS::EC2::LaunchTemplate', z.unknown()).map((each) => JSON.stringify(each));
  return new Map(
    data.flatMap((script) => {
      const group = /GROUP=([\w-]+)/.exec(script)?.[1];
      const [, names = ''] = /for metric in ((?:\\"\w+ \$\w+\\" ?)+)/.exec(script) ?? [];
      return [...names.matchAll(/"(\w+) /g)].map(
        ([, name]) =>
          [`${HOST_METRICS_NAMESPACE} ${name} AutoScalingGroupName=${group}`, 100] as const,
      );
    }),
  );
}

/** Values with which AWS metrics make alarms fire. Others use the alarm's threshold plus one. */
const BROKEN: Readonly<Record<string, number>> = {
  // Enough requests for alarms on percentages, few enough for the alarm on the number of errors.
  Count: 200,
  '5XXError': MANY,
  Requests: MANY,
  BlockedRequests: MANY,
  '4xxErrorRate': 100,
  '5xxErrorRate': 100,
  Invocations: 0,
  DaysToExpiry: 1,
  NumberOfBackupJobsCompleted: 0,
  NumberOfCopyJobsCompleted: 0,
};

const valueOf = (expression: string, values: Readonly<Record<string, number>>): number =>
  Number(
    runInNewContext(expression, {
      ...values,
      IF: (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
      FILL: (value: number) => value,
    }),
  );

it('each alarm fires when its metric is bad, and only then', async () => {
  const metricValues = new Map([...fromLogs(await failedMessage()), ...fromHosts()]);
  const lines = [
    ...(await blockedEverywhere(['mta1.verify.tamis.test', 'mta2.verify.tamis.test'])),
    ...(await unreachable()),
    ...(await shutEgress()),
  ];
  const measured = lines.filter((line) => line.includes('"_aws"')).flatMap(extractMetrics);
  for (const { namespace, metric: name, dimensions, value } of measured) {
    const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
    const key = keyOf({ Namespace: namespace, MetricName: name, Dimensions });
    metricValues.set(key, (metricValues.get(key) ?? 0) + value);
  }
  const alarms = all('AWS::CloudWatch::Alarm', alarm);
  expect(alarms.length).toBeGreaterThan(60);
  for (const { AlarmName, ComparisonOperator, Threshold, Metrics, ...rest } of alarms) {
    const brokenAt = (watched: Metric): number => {
      if (!watched.Namespace.startsWith('AWS/')) {
        const value = metricValues.get(keyOf(withEngineVersion(watched)));
        if (value !== undefined) return value;
        throw new Error(
          `${AlarmName}: no scenario in this file makes the metric ${keyOf(watched)}`,
        );
      }
      const names = watched.Dimensions.map(({ Name }) => Name).toSorted();
      const known = AWS_METRICS[`${watched.Namespace} ${watched.MetricName}`];
      expect([AlarmName, known]).toEqual([AlarmName, expect.arrayContaining([names.join(' ')])]);
      expectResources(AlarmName, watched);
      return BROKEN[watched.MetricName] ?? Threshold + 1;
    };
    const isBad = (value: number): boolean =>
      ComparisonOperator === 'GreaterThanThreshold' ? value > Threshold : value < Threshold;
    const queries = Metrics ?? [
      { Id: 'm', MetricStat: { Metric: metric.parse(rest) }, Expression: undefined },
    ];
    const watched = queries.flatMap(({ Id, MetricStat }) =>
      MetricStat ? [[Id, MetricStat.Metric] as const] : [],
    );
    const expression = queries.find(({ Expression }) => Expression)?.Expression ?? 'm';
    const brokenValues = Object.fromEntries(watched.map(([id, each]) => [id, brokenAt(each)]));
    expect([AlarmName, brokenValues, isBad(valueOf(expression, brokenValues))]).toEqual([
      AlarmName,
      brokenValues,
      true,
    ]);
    const healthyValues = Object.fromEntries(
      watched.map(([id, { MetricName }]) => [
        id,
        ComparisonOperator === 'LessThanThreshold' && MetricName !== 'Errors' ? Threshold : 0,
      ]),
    );
    expect([AlarmName, isBad(valueOf(expression, healthyValues))]).toEqual([AlarmName, false]);
  }
});

it('a schedule counts as missed if every run fails, but not if only some do', () => {
  const missed = all('AWS::CloudWatch::Alarm', alarm).filter(({ AlarmName }) =>
    AlarmName.endsWith('Missed'),
  );
  expect(missed.length).toBeGreaterThan(5);
  for (const { AlarmName, Metrics = [], Threshold } of missed) {
    const goodRuns = (runs: number, failures: number): number => {
      const sums: Readonly<Record<string, number>> = { Invocations: runs, Errors: failures };
      const values = Metrics.flatMap(({ Id, MetricStat }) =>
        MetricStat ? [[Id, sums[MetricStat.Metric.MetricName] ?? Number.NaN] as const] : [],
      );
      return valueOf(
        Metrics.find(({ Expression }) => Expression)?.Expression ?? '',
        Object.fromEntries(values),
      );
    };
    const misses = [goodRuns(5, 5), goodRuns(5, 4), goodRuns(1, 0)].map((each) => each < Threshold);
    expect([AlarmName, misses]).toEqual([AlarmName, [true, false, false]]);
  }
});

it('any call of three seconds counts as slow, except a single check that waits for a mail server', () => {
  const [pattern = ''] = all('AWS::Logs::MetricFilter', filter)
    .filter(({ MetricTransformations: [{ MetricName } = {}] }) => MetricName === 'apiSlow')
    .map(({ FilterPattern }) => FilterPattern);
  for (const [route, ms, slow] of [
    ['/api/verify/email', '20123', false],
    ['/api/me', '20123', true],
    ['/api/me', '3000', true],
    ['/api/me', '2999', false],
    ['/api/me', '30', false],
  ] as const)
    expect([route, ms, matches(pattern, { route, ms })]).toEqual([route, ms, slow]);
});

it('a small percentage of blocked addresses raises no alarm, however many there are', () => {
  const watching = all('AWS::CloudWatch::Alarm', alarm).filter(({ Metrics = [] }) =>
    Metrics.some(({ MetricStat }) => MetricStat?.Metric.MetricName === 'blocked'),
  );
  expect(watching.length).toBeGreaterThan(MONITORED_PROVIDERS.length);
  for (const { AlarmName, Metrics = [], Threshold } of watching) {
    const expression = Metrics.find(({ Expression }) => Expression)?.Expression ?? '';
    const values = Metrics.map(({ Id, MetricStat }) => [
      Id,
      MetricStat?.Metric.MetricName === 'blocked' ? 500 : 100_000,
    ]);
    const value = valueOf(expression, Object.fromEntries(values));
    expect([AlarmName, value <= Threshold]).toEqual([AlarmName, true]);
  }
});

it('alarms with two hosts cost at most fourteen dollars a month', () => {
  const watched = Object.values(synthesizeTemplates('prod', PRODUCTION_CONFIG_WITH_HOSTS))
    .flatMap((template) => Object.values(template.findResources('AWS::CloudWatch::Alarm')))
    .map((resource) => alarm.parse(resource['Properties']).Metrics)
    .map((queries) => queries?.filter(({ MetricStat }) => MetricStat).length ?? 1)
    .reduce((sum, metrics) => sum + metrics, 0);
  // Each metric of an alarm costs ten cents: https://aws.amazon.com/cloudwatch/pricing/
  expect(watched).toBeGreaterThan(60);
  expect(0.1 * watched).toBeLessThanOrEqual(14);
});
