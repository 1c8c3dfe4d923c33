import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ACCOUNTING_YEARS, CLOSED_YEARS } from '../../functions/account/rules/retention.ts';
import { RESULT_MS } from '../../functions/lists/rules/retention.ts';
import { EXPORT_DAYS, fateOf } from '../../functions/privacy/rules/retention.ts';
import { resourcesOf } from './template.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The rows of the table in docs/privacy.md: place → how long. */
const kept = new Map(
  readFileSync('docs/privacy.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, , place = '', time = '']) => [place, time] as const),
);

const number = (place: string): number => Number(/\d+/.exec(kept.get(place) ?? '')?.[0]);

const properties = <T>(type: string, schema: z.ZodType<T>): T[] =>
  Object.values(resourcesOf('prod', type)).map(({ Properties }) => schema.parse(Properties));

it('what is kept in buckets, queues and logs is what the page on privacy says', () => {
  const rules = properties(
    'AWS::S3::Bucket',
    z.object({
      LifecycleConfiguration: z.object({
        Rules: z.array(
          z.object({ Prefix: z.string().optional(), ExpirationInDays: z.number().optional() }),
        ),
      }),
      // Without versions a deleted object is gone.
      VersioningConfiguration: z.undefined().optional(),
    }),
  ).flatMap(({ LifecycleConfiguration }) => LifecycleConfiguration.Rules);
  const areas = rules.flatMap(({ Prefix, ExpirationInDays }) =>
    Prefix === undefined ? [] : [[`files \`${Prefix}\``, ExpirationInDays] as const],
  );
  expect(areas).toHaveLength(4);
  for (const [place, days] of areas) expect([place, number(place)]).toEqual([place, days]);
  // Whoever may still have a link or a download finds the object.
  expect(number('files `exports/`')).toBe(EXPORT_DAYS + 1);
  expect(number('files `results/`')).toBe(RESULT_MS / DAY_MS + 1);

  const queues = properties('AWS::SQS::Queue', z.object({ MessageRetentionPeriod: z.number() }));
  for (const { MessageRetentionPeriod } of queues)
    expect(MessageRetentionPeriod * 1000).toBe(number('queues') * DAY_MS);
  const logs = properties('AWS::Logs::LogGroup', z.object({ RetentionInDays: z.number() }));
  for (const { RetentionInDays } of logs) expect(RetentionInDays).toBe(number('logs'));
});

it('what stays of a closed account is what the page on privacy says', () => {
  expect(number('`CLOSED USER#<user>`')).toBe(CLOSED_YEARS);
  const books = [...kept.keys()].find((place) => place.includes('`ENTRY#`')) ?? '';
  expect(number(books)).toBe(ACCOUNTING_YEARS);
  const named = [...books.matchAll(/`([A-Z]+#?)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => name !== 'PAYMENT#').map(fateOf)).toEqual(
    ['BALANCE', 'ENTRY#', 'BILLING', 'PURCHASE#'].map(() => 'kept'),
  );
  for (const gone of ['SESSION#1', 'CHECK#1', 'CHECKOUT#pack', 'UPLOAD#1', 'OTP', 'A_NEW_KIND'])
    expect([gone, fateOf(gone)]).toEqual([gone, 'deleted']);
});
