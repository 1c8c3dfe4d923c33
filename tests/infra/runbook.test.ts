import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { resourcesOf, templateOf } from './template.ts';

const runbook = readFileSync('docs/operations.md', 'utf8');

beforeAll(() => {
  templateOf('prod');
}, 180_000);

it('the runbook says what to do at every alarm', () => {
  const alarms = Object.keys(resourcesOf('prod', 'AWS::CloudWatch::Alarm', '-Observe')).map((id) =>
    id.replace(/^alarms/, '').replace(/[0-9A-F]{8}$/, ''),
  );
  const named = [...runbook.matchAll(/`(…?[A-Za-z]+)`/g)].map(([, name = '']) => name);
  const isNamed = (alarm: string): boolean =>
    named.some((name) => (name.startsWith('…') ? alarm.endsWith(name.slice(1)) : alarm === name));
  expect(alarms.length).toBeGreaterThan(40);
  expect(alarms.filter((alarm) => !isNamed(alarm))).toEqual([]);
});

it('and speaks of no alarm that is gone', () => {
  const alarms = Object.keys(resourcesOf('prod', 'AWS::CloudWatch::Alarm', '-Observe')).join(' ');
  const spoken = [
    ...runbook.matchAll(/`…?([A-Za-z]*(?:Dead|Late|Errors|ErrorLines|Throttles|Missed|Rate))`/g),
  ].map(([, name = '']) => name);
  expect(spoken.length).toBeGreaterThan(10);
  expect(spoken.filter((name) => !alarms.includes(name))).toEqual([]);
});
