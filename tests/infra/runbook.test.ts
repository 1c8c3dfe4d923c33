import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { routeNames, scheduleNeeds, workerNeeds } from '../../infra/features/index.ts';
import { queueNames } from '../../infra/features/queues.ts';
import { PRODUCTION_CONFIG, PRODUCTION_CONFIG_WITH_BACKUP } from './production.ts';
import { synthesizeTemplate, synthesizeTemplates } from './template.ts';

const pages = new Map(
  readdirSync('docs/operators/runbooks').map((name) => [
    name,
    readFileSync(`docs/operators/runbooks/${name}`, 'utf8'),
  ]),
);

beforeAll(() => {
  synthesizeTemplate('prod');
});

const target = z.array(z.object({ Ref: z.string() })).length(1);
const alarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: target.optional(),
  OKActions: target.optional(),
  DatapointsToAlarm: z.number(),
  EvaluationPeriods: z.number(),
  Period: z.number().optional(),
  Metrics: z
    .array(z.object({ MetricStat: z.object({ Period: z.number() }).optional() }))
    .default([]),
});

/**
 * Every named alarm of production, with the name and the text of its emails. Alarms without a name
 * are read only by CodeDeploy.
 */
const alarms = Object.values(synthesizeTemplates('prod', PRODUCTION_CONFIG_WITH_BACKUP))
  .flatMap((template) => Object.values(template.findResources('AWS::CloudWatch::Alarm')))
  .filter(({ Properties }: { Properties?: object }) => Properties && 'AlarmName' in Properties)
  .map(({ Properties }: { Properties?: unknown }) => alarm.parse(Properties))
  .map((spec) => ({
    name: spec.AlarmName.replace(/^Tamis-prod(-[A-Z]\w+)?-/, ''),
    description: spec.AlarmDescription,
    spec,
  }));

/** Whether a text mentions an alarm by name or, as `…Suffix`, by the end of its name. */
const names = (text: string, wanted: string): boolean =>
  [...text.matchAll(/`(…?[A-Za-z0-9]+)`/g)].some(([, name = '']) =>
    name.startsWith('…') ? wanted.endsWith(name.slice(1)) : wanted === name,
  );

it('an alarm describes what is broken, for whom, and which runbook helps', () => {
  expect(alarms.length).toBeGreaterThan(40);
  const helping = alarms.map(({ name, description }) => {
    const [, sentence = '', page = ''] =
      /^(\S.{20,}[.:] ?.*\.) What to do: docs\/operators\/runbooks\/([\w-]+\.md)$/.exec(
        description,
      ) ?? [];
    expect([name, sentence === '']).toEqual([name, false]);
    const text = pages.get(page);
    if (text === undefined)
      throw new Error(`there is no docs/operators/runbooks/${page} for the alarm ${name}`);
    if (!names(text, name))
      throw new Error(`docs/operators/runbooks/${page} does not name the alarm \`${name}\``);
    return page;
  });
  expect([...pages.keys()].toSorted()).toEqual([...new Set(helping)].toSorted());
});

it('ten reasons notify immediately, at start and end; all other alarms fire until the daily mail', () => {
  const paging = alarms.filter(({ spec }) => spec.AlarmActions !== undefined);
  const pageOf = ({ description }: (typeof alarms)[number]) =>
    description.split('docs/operators/runbooks/')[1];
  expect(new Set(paging.map(pageOf)).size).toBe(10);
  for (const { name, spec } of paging)
    expect([name, spec.OKActions]).toEqual([name, spec.AlarmActions]);
  const others = alarms.filter(({ spec }) => spec.AlarmActions === undefined);
  expect(others.length).toBeGreaterThan(40);
  for (const each of others) {
    const { DatapointsToAlarm, EvaluationPeriods, Period, Metrics, OKActions } = each.spec;
    const period = Period ?? Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period ?? 0;
    expect([each.name, pageOf(each), OKActions]).toEqual([
      each.name,
      'the-daily-mail.md',
      undefined,
    ]);
    expect([each.name, EvaluationPeriods * period >= 24 * 3600]).toEqual([each.name, true]);
    expect(DatapointsToAlarm).toBeLessThan(EvaluationPeriods);
  }
});

it('a daily mail lists the firing alarms, and the dashboard always does', () => {
  const observe = synthesizeTemplates('prod', PRODUCTION_CONFIG_WITH_BACKUP)['Tamis-prod-Observe'];
  const [machine] = Object.values(observe?.findResources('AWS::StepFunctions::StateMachine') ?? {});
  expect(JSON.stringify(machine).replaceAll('\\', '')).toMatch(
    /"Tamis-prod-Observe-","StateValue":"ALARM".*aws-sdk:cloudwatch:describeAlarms".*AlarmName.*AlarmDescription.*states:::sns:publish"/,
  );
  observe?.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'cron(0 6 * * ? *)' });
  const [board] = Object.values(observe?.findResources('AWS::CloudWatch::Dashboard') ?? {});
  const shown = JSON.stringify(board).match(/"Fn::GetAtt":\["alarms\w+","Arn"\]/g) ?? [];
  const all = Object.keys(observe?.findResources('AWS::CloudWatch::Alarm') ?? {});
  expect(shown).toHaveLength(all.length);
});

it('the runbooks mention only alarms that exist', () => {
  const all = alarms.map(({ name }) => name);
  const mentioned = [
    ...[...pages.values()]
      .join('\n')
      .matchAll(
        /`…?([A-Za-z]*(?:Dead|Late|Errors|ErrorLines|Throttles|Missed|Rate|Percent|Slow|Share|Differs|Shut|Flawed))`/g,
      ),
  ].map(([, name = '']) => name);
  expect(mentioned.length).toBeGreaterThan(10);
  expect(mentioned.filter((name) => !all.some((each) => each.endsWith(name)))).toEqual([]);
});

/** Pages with names of resources: the runbooks, and the pages to which they refer. */
const operatorPages = new Map([
  ...pages,
  ...['operations', 'deploying', 'recovery'].map(
    (name) => [`${name}.md`, readFileSync(`docs/operators/${name}.md`, 'utf8')] as const,
  ),
]);
const sourcesIn = (pattern: string): string =>
  globSync(pattern)
    .filter((file) => !/test|node_modules/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
const CODE = ['functions/**/*.ts', 'packages/verifier/src/**/*.ts'].map(sourcesIn).join('\n');
const FIELDS = CODE + sourcesIn('infra/{features,stage}/*.ts');

const hasWord = (text: string, word: string): boolean => RegExp(`\\b${word}\\b`).test(text);

/** Returns the names in a production stage, with hosts or a proxy. */
function stageNames() {
  const stacks = [
    ...Object.entries(synthesizeTemplates('prod', PRODUCTION_CONFIG_WITH_BACKUP)),
    ...Object.entries(
      synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, egress: { kind: 'socks5' } }),
    ),
  ];
  const valuesOf = (type: string, property: string): string[] =>
    stacks.flatMap(([, stack]) =>
      Object.values(stack.findResources(type)).map(({ Properties }) =>
        String(Properties[property]),
      ),
    );
  const json = stacks.map(([, stack]) => stack.toJSON());
  return {
    stacks: stacks.map(([name]) => name),
    logs: valuesOf('AWS::Logs::LogGroup', 'LogGroupName'),
    groups: valuesOf('AWS::AutoScaling::AutoScalingGroup', 'AutoScalingGroupName'),
    outputs: json.flatMap((each) => Object.keys(each['Outputs'] ?? {})),
    ids: json.flatMap((each) => Object.keys(each['Resources'])),
    attributes: JSON.stringify(json),
  };
}

const known = stageNames();
/**
 * Names that are not ours: an error code of CloudFront, fields of DynamoDB and WAF, and a call of
 * AWS Backup.
 */
const FOREIGN = [
  'CNAMEAlreadyExists',
  'LatestRestorableDateTime',
  'StartCopyJob',
  'terminatingRuleId',
];
/** The parameter with the record of a pause, which is not a log group. */
const PAUSE_PARAMETER = '/tamis/STAGE/paused';
const identifiers = [
  ...FOREIGN,
  ...alarms.map(({ name }) => name),
  ...routeNames,
  ...workerNeeds.keys(),
  ...scheduleNeeds.keys(),
  ...queueNames,
  ...known.outputs,
];

/** Kinds of names, each with a pattern and a test whether the name exists. */
const KINDS: readonly (readonly [RegExp, (name: string) => boolean])[] = [
  [
    /\/tamis\/[\w./-]*/g,
    (name) =>
      name === PAUSE_PARAMETER ||
      known.logs.some((each) => each === name || (name.endsWith('/') && each.startsWith(name))),
  ],
  [/log group[^.`]{0,40}`([^`]+)`/g, (name) => known.logs.includes(name) || name.startsWith('/')],
  [
    /(?<=[` ])Tamis-prod[\w-]*/g,
    (name) =>
      known.stacks.includes(name) || known.groups.includes(name) || name === 'Tamis-prod-Watcher',
  ],
  [/`((?:infra|docs|packages|functions)\/[\w./-]+)`/g, existsSync],
  [/[`"]([a-z]+(?:_[a-z]+)+)[`"]/g, (name) => hasWord(CODE, name)],
  [
    /`(…?[A-Za-z]*[a-z][A-Z]\w*)`/g,
    (name) =>
      name.startsWith('…')
        ? identifiers.some((each) => each.endsWith(name.slice(1)))
        : identifiers.includes(name) ||
          hasWord(FIELDS, name) ||
          known.ids.some((id) => id.startsWith(name)) ||
          known.attributes.includes(`"${name}":`),
  ],
];

it('every log group, alarm, function, output, log event and file on a page for operators exists', () => {
  const wrong = [...operatorPages].flatMap(([page, text]) =>
    KINDS.flatMap(([pattern, exists]) =>
      [...text.matchAll(pattern)]
        .map(([whole, name = whole]) => name)
        .filter((name) => !exists(name))
        .map((name) => `${page}: ${name}`),
    ),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ['https://events.pager.test/tamis', 'https'],
  ['+33612345678', 'sms'],
])('alarms, but not the daily mail, also notify %s', (alarmEndpoint, Protocol) => {
  const stacks = synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, alarmEndpoint });
  for (const part of ['Observe', 'Edge'])
    stacks[`Tamis-prod-${part}`]?.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol,
      Endpoint: alarmEndpoint,
      FilterPolicyScope: 'MessageBody',
      FilterPolicy: { NewStateValue: ['ALARM', 'OK'] },
    });
  expect(Object.keys(stacks)).toContain('Tamis-prod-Edge');
});
