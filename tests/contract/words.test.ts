import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { composeMail } from '../../functions/mail/templates/compose-mail.ts';
import { PLAN_VERSIONS } from '../../shared/model/plans/plans.ts';
import { mailMessage } from '../../shared/messages/mail.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { apiEn } from '../../shared/texts/api-en.ts';
import { apiFr } from '../../shared/texts/api-fr.ts';
import { en as sharedEn } from '../../shared/texts/en.ts';
import { fr as sharedFr } from '../../shared/texts/fr.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { GOLDEN_MESSAGES } from './golden-messages.ts';

const glossary = readFileSync('docs/glossary.md', 'utf8');
const section = /## Customer-facing terms\n(.*?)\n## /s.exec(glossary)?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Concept '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, of = '']) => !of.startsWith('---'));
const nameOf = (code: string, language: 'en' | 'fr'): string => {
  const row = rows.find(([, of = '']) => of.includes(`\`${code}\``)) ?? [];
  return row[language === 'en' ? 2 : 3] ?? '';
};

function sentences(texts: unknown, path: string): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  return Object.entries(Object(texts)).flatMap(([key, each]) => sentences(each, `${path}.${key}`));
}

const mails = (language: 'en' | 'fr'): [string, string][] =>
  Object.values(GOLDEN_MESSAGES[1].mail).map((body) => {
    const message = { ...z.parse(mailMessage, JSON.parse(body)), language };
    const urls = { PUBLIC_ORIGIN: 'https://x.test', SUPPORT_URL: 'mailto:x@x.test' };
    const { subject, text } = composeMail(message, urls);
    return [`mail.${message.content.template}`, `${subject}\n${text}`];
  });

const all = {
  en: [
    ...sentences(en, 'web'),
    ...sentences({ ...sharedEn, ...apiEn }, 'shared'),
    ...mails('en'),
    ...PLAN_VERSIONS.map(({ id, description }): [string, string] => [id, description]),
  ],
  fr: [
    ...sentences(fr, 'web'),
    ...sentences({ ...sharedFr, ...apiFr }, 'shared'),
    ...mails('fr'),
    ...PLAN_VERSIONS.map(({ id, descriptionFr }): [string, string] => [id, descriptionFr]),
  ],
};
const conditions = (language: 'en' | 'fr') =>
  readFileSync(`web/src/features/legal/conditions.${language}.md`, 'utf8');

describe.each(LANGUAGES)('texts for customers in %s', (language) => {
  const texts = [...all[language], ['conditions', conditions(language)] as const];

  it.each(rows.map(([, of = '', , , never = '']) => [of, never.split(', ')] as const))(
    'use one name for: %s',
    (_, never) => {
      // Uses letter classes, because \b supports only ASCII. Ignores sandbox addresses.
      const word = new RegExp(`(?<!\\p{L})(?:${never.join('|')})s?(?![\\p{L}@])`, 'iu');
      expect(texts.filter(([, text]) => word.test(text))).toEqual([]);
    },
  );

  it('use the same name for a verdict on the screens of a check and of lists, and in emails', () => {
    const { checks, lists } = { en, fr }[language];
    const { verdict } = checks;
    const { part } = lists.details;
    // « À risque » has no plural form.
    const plural = (name: string) => (language === 'en' || name === 'À risque' ? name : `${name}s`);
    const [, mail = ''] = mails(language).find(([name]) => name === 'mail.list_finished') ?? [];
    const pairs = [
      ['deliverable', 'valid'],
      ['undeliverable', 'invalid'],
      ['risky', 'risky'],
      ['unknown', 'unknown'],
    ] as const;
    for (const [status, figure] of pairs) {
      const name = nameOf(status, language);
      expect(name).not.toBe('');
      expect([verdict[status], part[figure]]).toEqual([name, plural(name)]);
      expect(mail).toMatch(new RegExp(`^ *${plural(name)}\\W`, 'mu'));
    }
  });
});
