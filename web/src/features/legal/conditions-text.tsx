import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/i18n.ts';
import { useConfig } from '../../lib/api.ts';
import styles from './conditions-text.module.css';
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
type Placeholder = (typeof PLACEHOLDERS)[number];

export type TextSegment = { text: string } | { placeholder: Placeholder };

/** Splits a paragraph at its placeholders, which are in double brackets. */
export const segmentsOf = (paragraph: string): TextSegment[] =>
  paragraph.split(/\[\[([^[\]]*)\]\]/).flatMap((text, index): TextSegment[] => {
    const placeholder = index % 2 === 1 ? PLACEHOLDERS.find((each) => each === text) : undefined;
    if (placeholder !== undefined) return [{ placeholder }];
    return text === '' ? [] : [{ text }];
  });

interface Props {
  heading: 'h2' | 'h3';
}

/** The general conditions. Details that the seller has not provided are marked. */
export function ConditionsText(props: Props) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<p>{t('common.loading')}</p>}>
      <Sections {...props} />
    </Suspense>
  );
}

/** Returns the conditions in the language of the app. Suspends until they are loaded. */
export function useConditions() {
  const { language } = useTranslation().i18n;
  return use(loadConditions(isLanguage(language) ? language : 'fr'));
}

function Sections({ heading: Heading }: Props) {
  const { t } = useTranslation();
  const conditions = useConditions();
  return (
    <div className={styles.text}>
      <p className="muted">{t('legal.authority')}</p>
      <ol className={styles.sections}>
        {conditions.map(({ title, paragraphs }, index) => (
          <li key={title}>
            <Heading className="subheading">
              {index + 1}. {title}
            </Heading>
            {paragraphs.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Paragraph({ text: paragraph }: { text: string }) {
  return (
    <p>
      {segmentsOf(paragraph).map((segment) =>
        'text' in segment ? (
          segment.text
        ) : (
          <PlaceholderValue key={segment.placeholder} placeholder={segment.placeholder} />
        ),
      )}
    </p>
  );
}

function PlaceholderValue({ placeholder }: { placeholder: Placeholder }) {
  const { t } = useTranslation();
  const value = useConfig().seller[placeholder];
  if (value !== undefined) return value;
  return (
    <mark className={styles.placeholder}>
      [{t(`legal.placeholders.${placeholder}`)}, {t('legal.toBeCompleted')}]
    </mark>
  );
}
