import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { EVERYTHING } from './production.ts';
import { templateOf, templatesOf } from './template.ts';

const pages = new Map(
  readdirSync('docs/runbooks').map((name) => [name, readFileSync(`docs/runbooks/${name}`, 'utf8')]),
);

beforeAll(() => {
  templateOf('prod');
});

const alarm = z.object({ AlarmName: z.string(), AlarmDescription: z.string() });

/** Every alarm of production, by the name that stands in its mails, with what the mail says. */
const alarms = Object.values(templatesOf('prod', EVERYTHING))
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

it('an alarm says what is broken, for whom, and which runbook helps', () => {
  expect(alarms.length).toBeGreaterThan(40);
  const helping = alarms.map(({ name, says }) => {
    const [, sentence = '', page = ''] =
      /^(\S.{20,}[.:] ?.*\.) What to do: docs\/runbooks\/([\w-]+\.md)$/.exec(says) ?? [];
    expect([name, sentence === '']).toEqual([name, false]);
    const text = pages.get(page);
    if (text === undefined)
      throw new Error(`there is no docs/runbooks/${page} for the alarm ${name}`);
    if (!names(text, name))
      throw new Error(`docs/runbooks/${page} does not name the alarm \`${name}\``);
    return page;
  });
  // Others are linked from these, or AWS sends the mail.
  const linked = helping.flatMap((page) =>
    [...(pages.get(page) ?? '').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, other = '']) => other),
  );
  const reached = new Set([...helping, ...linked, 'the-budget-is-exceeded.md']);
  expect([...pages.keys()].filter((page) => !reached.has(page))).toEqual([]);
});

it('and the runbooks speak of no alarm that is gone', () => {
  const all = alarms.map(({ name }) => name);
  const spoken = [
    ...[...pages.values()]
      .join('\n')
      .matchAll(
        /`…?([A-Za-z]*(?:Dead|Late|Errors|ErrorLines|Throttles|Missed|Rate|Percent|Slow|Share|Blocks))`/g,
      ),
  ].map(([, name = '']) => name);
  expect(spoken.length).toBeGreaterThan(10);
  expect(spoken.filter((name) => !all.some((each) => each.endsWith(name)))).toEqual([]);
});
