import { expect, test } from 'vitest';
import { conditionsIn, runsOf } from './conditions.ts';

const en = await conditionsIn('en');
const fr = await conditionsIn('fr');

const blanks = (conditions: typeof fr): number[] =>
  conditions.map(({ paragraphs }) => paragraphs.flatMap(runsOf).filter((run) => run.blank).length);

test('the translation has the sections, paragraphs and blanks of the original', () => {
  expect(fr.map(({ title }) => title)).toContain('Prix');
  expect(en.map(({ paragraphs }) => paragraphs.length)).toEqual(
    fr.map(({ paragraphs }) => paragraphs.length),
  );
  expect(blanks(en)).toEqual(blanks(fr));
});

test('a blank is separate from the text around it', () => {
  expect(runsOf('within [[complaint period]].')).toEqual([
    { text: 'within ', blank: false },
    { text: 'complaint period', blank: true },
    { text: '.', blank: false },
  ]);
});

test('French typography', () => {
  for (const paragraph of fr.flatMap(({ paragraphs }) => paragraphs)) {
    expect(paragraph).not.toContain("'");
    expect(paragraph).not.toMatch(/[^\u202f][;!?]|[^\u00a0]:/);
  }
});
