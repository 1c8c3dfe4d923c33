import { expect, test } from 'vitest';
import { PLACEHOLDERS, loadConditions, type TextSegment, segmentsOf } from './conditions-text.tsx';

const en = await loadConditions('en');
const fr = await loadConditions('fr');

const placeholder = (segment: TextSegment) =>
  'placeholder' in segment ? [segment.placeholder] : [];
const placeholders = (conditions: typeof fr) =>
  conditions.map(({ paragraphs }) => paragraphs.flatMap(segmentsOf).flatMap(placeholder));

test('the translation has the same sections, paragraphs and placeholders as the original', () => {
  expect(fr.map(({ title }) => title)).toContain('Prix');
  const counts = (conditions: typeof fr) => conditions.map(({ paragraphs }) => paragraphs.length);
  expect(counts(en)).toEqual(counts(fr));
  expect(placeholders(en)).toEqual(placeholders(fr));
  expect(new Set(placeholders(fr).flat())).toEqual(new Set(PLACEHOLDERS));
});

const FACTS = [
  ['in force since 10/10/2024', 'en vigueur depuis le 10/10/2024'],
  ['costs one credit', 'coûte un crédit'],
  ['exclude value added tax', 'hors taxe'],
  ['start at 1 euro per 1,000 addresses', 'à partir de 1 euro'],
  ['redirected to the payment provider’s page', 'redirigé'],
  ['added as soon as the payment is made', 'attribués'],
  ['canceled at any time', 'à tout moment'],
  ['Payment is made by card', 'par carte'],
  ['Purchased credits never expire', 'n’expirent jamais'],
  ['refunded within 14 days', '14 jours'],
  ['No right of withdrawal', 'rétractation'],
  ['within 48 hours', '48 heures'],
  ['brought within two years', 'deux ans'],
  ['kept for 5 years', '5 ans'],
  ['within one month', 'un mois'],
  ['delete their account at any time in Settings', 'Paramètres'],
] as const;

test('both languages state the facts of the sale', () => {
  const textOf = (conditions: typeof fr) =>
    conditions
      .flatMap(({ title, paragraphs }) => [title, ...paragraphs])
      .join('\n')
      .replaceAll('\u00a0', ' ');
  const missing = FACTS.filter(
    ([english, french]) => !textOf(en).includes(english) || !textOf(fr).includes(french),
  );
  expect(missing).toEqual([]);
});

test.each([
  ['within [[complaintDays]] days.', 'within ', ' days.'],
  ['dans un délai de [[complaintDays]] jours.', 'dans un délai de ', ' jours.'],
])('separates a placeholder from the text around it: %s', (paragraph, before, after) => {
  expect(segmentsOf(paragraph)).toEqual([
    { text: before },
    { placeholder: 'complaintDays' },
    { text: after },
  ]);
});

test('has no unknown placeholder', () => {
  for (const { title, paragraphs } of [...en, ...fr])
    for (const segment of [title, ...paragraphs].flatMap(segmentsOf))
      expect('text' in segment ? segment.text : '').not.toMatch(/[@[\]]/);
});

test('the French text follows French typography', () => {
  for (const paragraph of fr.flatMap(({ paragraphs }) => paragraphs)) {
    expect(paragraph).not.toContain("'");
    expect(paragraph).not.toMatch(/[^\u00a0][;:!?]/);
  }
});
