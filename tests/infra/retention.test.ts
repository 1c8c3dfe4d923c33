import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import {
  ACCOUNTING_RETENTION_YEARS,
  TOMBSTONE_RETENTION_YEARS,
} from '../../shared/model/retention.ts';
import { RESULT_RETENTION_MS } from '../../functions/lists/rules/retention.ts';
import { EXPORT_RETENTION_DAYS, retentionOf } from '../../functions/privacy/rules/retention.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import { PRODUCTION_CONFIG } from './production.ts';

/** Rows of the table in docs/operators/privacy.md: the retention period by place. */
const retention = new Map(
  readFileSync('docs/operators/privacy.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, , place = '', time = '']) => [place, time] as const),
);

const number = (place: string): number => Number(/\d+/.exec(retention.get(place) ?? '')?.[0]);

it('buckets, queues and logs keep data for the periods in docs/operators/privacy.md', () => {
  const { retentionDays, logDays } = createStageConfig('prod', PRODUCTION_CONFIG);
  const { deadMessages, ...areas } = retentionDays;
  for (const [area, days] of Object.entries(areas))
    expect([area, number(`files \`${area}/\``)]).toEqual([area, days]);
  expect([number('queues'), number('logs')]).toEqual([deadMessages, logDays]);
  // One day more, because a link to an object or a download of it may still be in use.
  expect(areas.exports).toBe(EXPORT_RETENTION_DAYS + 1);
  expect(areas.results).toBe(RESULT_RETENTION_MS / DAY_MS + 1);
});

it('a closed account leaves the items that docs/operators/privacy.md lists', () => {
  expect(number('`CLOSED USER#<user>`')).toBe(TOMBSTONE_RETENTION_YEARS);
  expect(number('`FORMERADDRESS#`')).toBe(TOMBSTONE_RETENTION_YEARS);
  const books = [...retention.keys()].find((place) => place.includes('`ENTRY#`')) ?? '';
  expect(number(books)).toBe(ACCOUNTING_RETENTION_YEARS);
  const named = [...books.matchAll(/`([A-Z]+#?)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => name !== 'PAYMENT#').map(retentionOf)).toEqual(
    ['BALANCE', 'CHECKPOINT', 'ENTRY#', 'USAGE#', 'BILLING', 'PURCHASE#', 'ADJUSTMENT#'].map(
      () => 'kept',
    ),
  );
  for (const deletedKey of [
    'SESSION#1',
    'CHECK#1',
    'CHECKOUT#pack',
    'UPLOAD#1',
    'OTP',
    'A_NEW_KIND',
  ])
    expect([deletedKey, retentionOf(deletedKey)]).toEqual([deletedKey, 'deleted']);
});
