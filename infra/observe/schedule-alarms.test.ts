import { Schedule } from 'aws-cdk-lib/aws-events';
import { expect, test } from 'vitest';
import { cronOf, minutesBetween } from '../features/timing.ts';
import { silence } from './schedule-alarms.ts';

test('what runs once a week has its moment, and an alarm that looks back for a week', () => {
  const timing = { on: 'monday 06:00' } as const;
  expect(Schedule.cron(cronOf(timing.on)).expressionString).toBe('cron(0 6 ? * MON *)');
  expect(minutesBetween(timing)).toBe(7 * 24 * 60);
  expect(silence(timing)).toEqual({ minutes: 60, periods: 7 * 24 });
});

test('a rate that no alarm can watch is refused', () => {
  expect(silence({ everyMinutes: 3 * 24 * 60 }).periods).toBeLessThanOrEqual(7 * 24);
  expect(() => silence({ everyMinutes: 4 * 24 * 60 })).toThrow('say on');
});
