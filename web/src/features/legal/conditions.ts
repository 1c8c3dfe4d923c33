import type { Language } from '../../../../shared/model/account.ts';
import { nowrap } from '../../i18n/nowrap.ts';

interface Section {
  title: string;
  paragraphs: readonly string[];
}

const load: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('./conditions.en.md?raw'),
  fr: () => import('./conditions.fr.md?raw'),
};
const loaded: Partial<Record<Language, Promise<readonly Section[]>>> = {};

/** Loads the conditions. Returns the same promise for each call, as React's `use` requires. */
export const loadConditions = (language: Language): Promise<readonly Section[]> =>
  (loaded[language] ??= load[language]().then(({ default: text }) => sectionsOf(nowrap(text))));

/** Splits Markdown into sections, and drops text before the first heading. */
const sectionsOf = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...paragraphs] = section.trim().split('\n\n');
      return { title, paragraphs };
    });

export const PLACEHOLDERS = [
  'company',
  'legalForm',
  'office',
  'registration',
  'contact',
  'complaintDays',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export type TextSegment = { text: string } | { placeholder: Placeholder };

/** Splits a paragraph at its placeholders, which are in double brackets. */
export const segmentsOf = (paragraph: string): TextSegment[] =>
  paragraph.split(/\[\[([^[\]]*)\]\]/).flatMap((text, index): TextSegment[] => {
    const placeholder = index % 2 === 1 ? PLACEHOLDERS.find((each) => each === text) : undefined;
    if (placeholder !== undefined) return [{ placeholder }];
    return text === '' ? [] : [{ text }];
  });
