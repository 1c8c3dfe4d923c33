import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type MathType, mathTypeOf } from './metric-math.ts';
import { EVERYTHING } from './production.ts';
import { templateOf, templatesOf } from './template.ts';

/** That CloudWatch takes every expression of every alarm and graph. */

beforeAll(() => {
  templateOf('prod');
});

const ids = new Map<string, MathType>([
  ['errors', 'TS'],
  ['calls', 'TS'],
]);

it.each([
  ['100 * errors / calls', 'TS'],
  ['IF(calls > 0, 100 * errors / calls, 0)', 'TS'],
  ['IF(calls >= 20 AND errors > 0, 1, 0)', 'TS'],
  ['errors - MIN(errors)', 'TS'],
  ['SUM(100 / [errors, calls])', 'TS'],
  ['-5 * errors', 'TS'],
  ['FILL(METRICS("e"), 0)', 'TS[]'],
  ['SLICE(SORT(METRICS(), SUM, DESC), 0, 10)', 'TS[]'],
  ["SEARCH('{Tamis,stage} stage=\"prod\"', 'SampleCount')", 'TS[]'],
  ['MAX(errors)', 'S'],
])('knows an expression of the user guide: %s', (expression, type) => {
  expect(mathTypeOf(expression, ids)).toBe(type);
});

it.each([
  ['100 * errors / MAX([calls, 1])', 'An array holds time series alone, not TS, S'],
  ['errors / total', 'Nothing has the id total'],
  ['MAX(errors, calls)', 'Metric math has no MAX(TS,TS)'],
  ['max(errors)', 'Metric math has no max(TS)'],
  ['[errors, calls] > 1', 'Metric math has no TS[] > S'],
  ['IF(calls > 0, 1', 'is missing'],
  ['errors calls', 'calls is too much'],
  ['errors ? 1', 'No metric math'],
])('refuses what CloudWatch refuses: %s', (expression, message) => {
  expect(() => mathTypeOf(expression, ids)).toThrow(message);
});

const query = z.looseObject({
  Id: z.string().regex(/^[a-z]\w*$/),
  Expression: z.string().optional(),
  ReturnData: z.boolean().default(true),
});
const alarm = z.object({ Metrics: z.array(query).default([]) });

const templates = [templatesOf('dev'), templatesOf('prod', EVERYTHING)].flatMap((each) =>
  Object.entries(each),
);
const propertiesOf = (type: string): [string, unknown][] =>
  templates.flatMap(([stack, template]) =>
    Object.entries(template.findResources(type)).map(([id, resource]): [string, unknown] => [
      `${stack} ${id}`,
      resource['Properties'],
    ]),
  );

/**
 * What the page recommends against in alarms: an alarm reads more data points than it judges, and
 * these would change with them.
 */
const NOT_IN_ALARMS = /\b(AVG|DATAPOINT_COUNT|MAX|MIN|REMOVE_EMPTY|RUNNING_SUM|STDDEV|SUM)\(/;

it('an alarm is one time series, made of ten metrics at most', () => {
  const math = propertiesOf('AWS::CloudWatch::Alarm')
    .map(([id, properties]) => ({ id, queries: alarm.parse(properties).Metrics }))
    .filter(({ queries }) => queries.length > 0);
  expect(math.length).toBeGreaterThan(0);
  for (const { id, queries } of math) {
    const types = new Map<string, MathType>(
      queries.filter(({ Expression }) => Expression === undefined).map(({ Id }) => [Id, 'TS']),
    );
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html
    expect([id, types.size <= 10]).toEqual([id, true]);
    for (const { Id, Expression } of queries)
      if (Expression !== undefined) types.set(Id, mathTypeOf(Expression, types));
    const watched = queries.filter(({ ReturnData }) => ReturnData).map(({ Id }) => types.get(Id));
    expect([id, watched]).toEqual([id, ['TS']]);
    const advised = queries.filter(({ Expression = '' }) => !NOT_IN_ALARMS.test(Expression));
    expect([id, advised]).toEqual([id, queries]);
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
  const shown = rows.flatMap((metrics) => {
    const last = metrics.map((row) =>
      z
        .object({ id: z.string().optional(), expression: z.string().optional() })
        .parse(typeof row.at(-1) === 'object' ? row.at(-1) : {}),
    );
    const named = new Map<string, MathType>(last.map(({ id = '' }) => [id, 'TS']));
    return last.flatMap(({ expression }) =>
      expression === undefined ? [] : [mathTypeOf(expression, named)],
    );
  });
  expect(shown.length).toBeGreaterThan(0);
  for (const type of shown) expect(type).toMatch(/^TS/);
});
