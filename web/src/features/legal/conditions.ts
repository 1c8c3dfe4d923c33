import type { Language } from '../../../../shared/model/account.ts';
import { unbroken } from '../../i18n/unbroken.ts';

interface Section {
  title: string;
  paragraphs: readonly string[];
}

const load: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('./conditions.en.md?raw'),
  fr: () => import('./conditions.fr.md?raw'),
};
const loaded: Partial<Record<Language, Promise<readonly Section[]>>> = {};

/** The general conditions in a language; always the same promise, as `use` of React requires. */
export const conditionsIn = (language: Language): Promise<readonly Section[]> =>
  (loaded[language] ??= load[language]().then(({ default: text }) => sectionsOf(unbroken(text))));

/** The sections of a text of headings and paragraphs, without what stands before the first. */
const sectionsOf = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...paragraphs] = section.trim().split('\n\n');
      return { title, paragraphs };
    });

/** What fills the blanks of the conditions. */
export const BLANKS = [
  'company',
  'legalForm',
  'office',
  'registration',
  'contact',
  'complaintDays',
] as const;
export type Blank = (typeof BLANKS)[number];

/** A part of a paragraph: text, or a blank. */
export type Run = { text: string } | { blank: Blank };

/** Splits a paragraph at its blanks, which stand in double brackets. */
export const runsOf = (paragraph: string): Run[] =>
  paragraph.split(/\[\[([^[\]]*)\]\]/).flatMap((text, index): Run[] => {
    const blank = index % 2 === 1 ? BLANKS.find((each) => each === text) : undefined;
    if (blank !== undefined) return [{ blank }];
    return text === '' ? [] : [{ text }];
  });
