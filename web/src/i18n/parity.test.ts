import { describe, expect, test } from 'vitest';
import { findDifferentTerms } from '../../../tests/support/terms.ts';
import { en, fr } from '../testing/texts.ts';

interface Tree {
  readonly [key: string]: string | Tree;
}

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );

const locales = { en: new Map(flatten(en)), fr: new Map(flatten(fr)) };
const base = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
const variables = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '').sort();
/** Texts whose number precedes no noun, so that i18next's fallback `_other` is enough. */
const NUMBER_INVARIANT =
  /^(usage\.moved|list\.part|paidCheck\.recheck\.ended|lists\.details\.rows|uploads\.total|admin\.adjust\.done|billing\.invoices\.started)/;
const stems = (texts: Map<string, string>): string[] => [
  ...new Set([...texts.keys()].map((key) => base(key))),
];

test('both languages have the same texts', () => {
  expect(stems(locales.fr)).toEqual(stems(locales.en));
});

test('texts have the same variables in both languages', () => {
  const differing = [...locales.fr].filter(([key, text]) => {
    const english = locales.en.get(key) ?? locales.en.get(`${base(key)}_other`) ?? '';
    return String(variables(text)) !== String(variables(english));
  });
  expect(differing).toEqual([]);
});

/** Texts that express a term with different words in one of the languages. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  'webhooks.secret.text': ['verify'],
  'webhooks.delivery.empty': ['verify'],
  'usage.usedByChecks': ['verify'],
  'usage.topic.gift': ['credit'],
  'checks.riskyCounts': ['verify'],
  'lists.buyMore.text': ['pay'],
  'preflight.title': ['verify'],
  'list.advice.insufficient_credit': ['verify'],
  'billing.pricing.interval': ['pay'],
  'billing.change.kept': ['credit'],
  'billing.lowCredits.topUpOff': ['buy'],
  'billing.lowCredits.times': ['buy'],
  'billing.lowCredits.status.card_missing': ['buy'],
};

test('texts name the same roles, rights and numbers in both languages', () => {
  const differing = [...locales.fr].flatMap(([key, text]) => {
    const english = locales.en.get(key) ?? locales.en.get(`${base(key)}_other`) ?? '';
    const terms = findDifferentTerms(english, text);
    return terms.length > 0 ? [[key, terms] as const] : [];
  });
  expect(Object.fromEntries(differing)).toEqual(OTHER_WORDS);
});

test('another role, right or number in a translation is found', () => {
  const { member, viewer, admin, billing } = fr.members.may;
  expect(findDifferentTerms(en.members.may.viewer, member)).toEqual([
    'download',
    'credit',
    'verify',
    'key',
  ]);
  expect(findDifferentTerms(en.members.may.member, viewer)).toContain('key');
  expect(findDifferentTerms(en.members.may.billing, admin)).toContain('pay');
  expect(findDifferentTerms(en.members.may.admin, billing)).toContain('buy');
  expect(findDifferentTerms('The owner pays', 'Le membre paie')).toEqual(['owner', 'member']);
  expect(findDifferentTerms('within seven days', 'sous 30 jours')).toEqual(['7', '30']);
  expect(findDifferentTerms('1,000.5 of two', '1\u202f000,5 de deux')).toEqual([]);
});

describe.each(['en', 'fr'] as const)('%s', (language) => {
  const texts = locales[language];

  test('no text is empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('plurals have every form of the language, unless the number does not change the text', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = stems(texts).filter((stem) => texts.has(`${stem}_other`));
    const missing = plurals.flatMap((stem) =>
      forms.map((form) => `${stem}_${form}`).filter((key) => !texts.has(key)),
    );
    expect(plurals).toContain('layout.credits');
    expect(missing.filter((key) => !NUMBER_INVARIANT.test(key))).toEqual([]);
    const redundant = plurals.flatMap((stem) =>
      [`${stem}_one`, `${stem}_many`].filter(
        (key) => texts.get(key) === texts.get(`${stem}_other`),
      ),
    );
    expect(redundant).toEqual([]);
  });

  test('apostrophes are curly', () => {
    expect([...texts].filter(([, text]) => text.includes("'"))).toEqual([]);
  });
});

test('French punctuation has no-break spaces', () => {
  const violations = [...locales.fr].filter(([, text]) =>
    /(^|[^\u00a0])[;:!?]|«[^\u00a0]|[^\u00a0]»|\u202f/.test(text.replaceAll(/\{\{.*?\}\}/g, '')),
  );
  expect(violations).toEqual([]);
});

test('no line break is possible in the “e-mail” of a French sentence', () => {
  expect([...locales.fr.values()].join(' ')).toContain(' e-\u2060mail');
  const sentences = [...locales.fr].filter(([, text]) => /[.!?:]/.test(text));
  expect(sentences.filter(([, text]) => /e-mail/i.test(text))).toEqual([]);
});

test('no line break is possible between a number and its unit of time in a sentence', () => {
  const unit = /(?:\d|\}\}) (?:second|minute|hour|heure|day|jour)/;
  const sentences = [...locales.en, ...locales.fr].filter(([, text]) => text.endsWith('.'));
  expect(sentences.filter(([, text]) => unit.test(text))).toEqual([]);
});

test('no space is doubled', () => {
  const texts = [...locales.en, ...locales.fr];
  expect(texts.filter(([, text]) => /[\s\u00a0\u202f]{2}/.test(text))).toEqual([]);
});
