import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { EVERYTHING } from './production.ts';
import { templateOf, templatesOf } from './template.ts';

const runbook = readFileSync('docs/operations.md', 'utf8');

beforeAll(() => {
  templateOf('prod');
});

/** Each section with the end of its address, as GitHub makes it of the heading. */
const sections = new Map(
  runbook.split(/^#+ /m).map((section) => {
    const [heading = ''] = section.split('\n');
    return [
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
      section,
    ];
  }),
);

const alarm = z.object({ AlarmName: z.string(), AlarmDescription: z.string() });

/** Every alarm of production, by the name that stands in its mails, with what the mail says. */
const alarms = EVERYTHING.flatMap((file) => Object.values(templatesOf('prod', file)))
  .flatMap((template) => Object.values(template.findResources('AWS::CloudWatch::Alarm')))
  .map(({ Properties }: { Properties?: unknown }) => alarm.parse(Properties))
  .map(({ AlarmName, AlarmDescription }) => ({
    name: AlarmName.replace(/^Tamis-prod(-[A-Z]\w+)?-/, ''),
    says: AlarmDescription,
  }));

/** Whether a text names an alarm, or all that end as it does. */
const names = (text: string, wanted: string): boolean =>
  [...text.matchAll(/`(…?[A-Za-z0-9]+)`/g)].some(([, name = '']) =>
    name.startsWith('…') ? wanted.endsWith(name.slice(1)) : wanted === name,
  );

it('an alarm says what is broken, for whom, and which section of the runbook helps', () => {
  const all = alarms;
  expect(all.length).toBeGreaterThan(40);
  for (const { name, says } of all) {
    const [, sentence = '', anchor = ''] =
      /^(\S.{20,}[.:] ?.*\.) What to do: docs\/operations\.md#([\w-]+)$/.exec(says) ?? [];
    expect([name, sentence === '']).toEqual([name, false]);
    expect([name, anchor, names(sections.get(anchor) ?? '', name)]).toEqual([name, anchor, true]);
  }
});

it('and the runbook speaks of no alarm that is gone', () => {
  const all = alarms.map(({ name }) => name);
  const spoken = [
    ...runbook.matchAll(
      /`…?([A-Za-z]*(?:Dead|Late|Errors|ErrorLines|Throttles|Missed|Rate|Percent|Slow|Share|Blocks))`/g,
    ),
  ].map(([, name = '']) => name);
  expect(spoken.length).toBeGreaterThan(10);
  expect(spoken.filter((name) => !all.some((each) => each.endsWith(name)))).toEqual([]);
});
