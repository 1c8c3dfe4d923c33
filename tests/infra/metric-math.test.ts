import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PRODUCTION_CONFIG_WITH_HOSTS } from './production.ts';
import { synthesizeTemplate, synthesizeTemplates } from './template.ts';

/**
 * Tests that CloudWatch accepts every expression of every alarm and graph: each has one of a few
 * forms whose types are valid according to "Using math expressions with CloudWatch metrics":
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */

beforeAll(() => {
  synthesizeTemplate('prod');
});

/** An expression that yields one time series. */
const SERIES =
  /^(\w+( [+-] \w+)*|FILL\(\w+, 0\)|IF\(\w+( \+ \w+)? >= \d+, (\w+|100 \* \w+ \/ (\w+|\(\w+ \+ \w+\))), 0\)|IF\(\w+ >= \d+, 0, \w+\))$/;
/** An expression that yields any number of time series, which only a graph may use. */
const SEARCH = /^SEARCH\('\{[\w, ]+\}( \w+="\w+")*', '(Sum|SampleCount)'\)$/;

it.each([
  '100 * errors / MAX([calls, 1])',
  'max(errors)',
  'IF(calls > 0, 1',
  'errors calls',
  'errors - MIN(errors)',
])('no expression has a form that CloudWatch rejects or advises against: %s', (expression) => {
  expect(expression).not.toMatch(SERIES);
  expect(expression).not.toMatch(SEARCH);
});

const query = z.looseObject({
  Id: z.string().regex(/^[a-z]\w*$/),
  Expression: z.string().optional(),
  ReturnData: z.boolean().default(true),
});
const alarm = z.object({ Metrics: z.array(query).default([]) });

const templates = [
  synthesizeTemplates('dev'),
  synthesizeTemplates('prod', PRODUCTION_CONFIG_WITH_HOSTS),
].flatMap((each) => Object.entries(each));
const propertiesOf = (type: string): [string, unknown][] =>
  templates.flatMap(([stack, template]) =>
    Object.entries(template.findResources(type)).map(([id, resource]): [string, unknown] => [
      `${stack} ${id}`,
      resource['Properties'],
    ]),
  );

it('an alarm is one time series, computed from ten metrics at most', () => {
  const math = propertiesOf('AWS::CloudWatch::Alarm')
    .map(([id, properties]) => ({ id, queries: alarm.parse(properties).Metrics }))
    .filter(({ queries }) => queries.length > 0);
  expect(math.length).toBeGreaterThan(0);
  for (const { id, queries } of math) {
    const metrics = queries.filter(({ Expression }) => Expression === undefined);
    // An alarm may use ten metrics at most:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html
    expect([id, metrics.length <= 10]).toEqual([id, true]);
    const shown = queries.filter(({ ReturnData }) => ReturnData);
    expect([id, shown.map(({ Expression }) => Expression)]).toEqual([
      id,
      [expect.stringMatching(SERIES)],
    ]);
    const known = new Set(metrics.map(({ Id }) => Id));
    const [{ Expression = '' } = {}] = shown;
    const named = Expression.match(/\b[a-z]\w*/g) ?? [];
    expect([id, named.filter((name) => !known.has(name))]).toEqual([id, []]);
  }
});

/**
 * How alarms treat missing data:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
 */
it('an alarm on DynamoDB ends, because its expression has a value even without throttling', () => {
  const own = z.object({ Namespace: z.string().optional() });
  const stat = z.looseObject({ MetricStat: z.object({ Metric: own }).optional() });
  const parts = z.object({ Metrics: z.array(stat).default([]) });
  const tableAlarms = propertiesOf('AWS::CloudWatch::Alarm').filter(([, properties]) =>
    JSON.stringify(properties).includes('AWS/DynamoDB'),
  );
  expect(tableAlarms).toHaveLength(4);
  for (const [id, properties] of tableAlarms) {
    expect([id, own.parse(properties).Namespace]).toEqual([id, undefined]);
    const filled = parts.parse(properties).Metrics.map(({ Expression }) => Expression);
    expect([id, filled]).toEqual([id, expect.arrayContaining([expect.stringMatching(/^FILL\(/)])]);
  }
});

const widgets = z.object({
  widgets: z.array(
    z.object({ properties: z.object({ metrics: z.array(z.array(z.unknown())).default([]) }) }),
  ),
});
const joined = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

it('a graph shows time series', () => {
  const bodies = propertiesOf('AWS::CloudWatch::Dashboard').map(([, properties]) => {
    const { DashboardBody } = z.object({ DashboardBody: joined }).parse(properties);
    return DashboardBody['Fn::Join'][1]
      .map((part) => (typeof part === 'string' ? part : 'x'))
      .join('');
  });
  const rows = bodies.flatMap((body) =>
    widgets.parse(JSON.parse(body)).widgets.map(({ properties }) => properties.metrics),
  );
  const expressions = rows.flat().flatMap((row) => {
    const last = z.object({ expression: z.string().optional() }).safeParse(row.at(-1));
    return last.data?.expression ?? [];
  });
  expect(expressions.length).toBeGreaterThan(0);
  for (const expression of expressions) expect(expression).toMatch(SEARCH);
});
