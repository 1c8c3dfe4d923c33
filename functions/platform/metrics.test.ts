import { expect, it } from 'vitest';
import { extractMetrics } from '../../tests/support/embedded-metrics.ts';
import { createLog } from './create-log.ts';
import type { LogFields } from './log.ts';
import { withMetrics } from './metrics.ts';

const NOW = Date.UTC(2026, 0, 2);

function logLine(fields: LogFields): string {
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => NOW,
    (line) => lines.push(line),
  );
  log.info('mail', withMetrics({ stage: 'prod', worker: 'mail' }, fields, NOW));
  expect(lines).toHaveLength(1);
  return lines.join('');
}

it('makes a metric of each number in a log line, by stage and worker', () => {
  const dimensions = { stage: 'prod', worker: 'mail' };
  const each = { namespace: 'Tamis', dimensions };
  expect(
    extractMetrics(logLine({ list: 'a', bytes: 7, ageMs: 8, ms: 9, total: 0, marked: ['u'] })),
  ).toEqual([
    { ...each, metric: 'bytes', unit: 'Bytes', value: 7 },
    { ...each, metric: 'ageMs', unit: 'Milliseconds', value: 8 },
    { ...each, metric: 'ms', unit: 'Milliseconds', value: 9 },
    { ...each, metric: 'total', unit: 'Count', value: 0 },
  ]);
});

it('does not use a field as a dimension, because every value would be a metric to pay for', () => {
  const line = logLine({ outcome: 'done', type: 'otp', list: 'L1', mail: 'M1', ms: 5 });
  expect(extractMetrics(line).map(({ dimensions }) => Object.keys(dimensions))).toEqual([
    ['stage', 'worker'],
  ]);
});

it('ignores values that are not numbers', () => {
  const line = logLine({ ratio: Number.NaN, outcome: 'done', postponed: 1 });
  expect(extractMetrics(line).map(({ metric }) => metric)).toEqual(['postponed']);
});
