import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/i18n.ts';
import { useConfig } from '../../lib/api.ts';
import { type Placeholder, loadConditions, segmentsOf } from './conditions.ts';
import styles from './conditions-text.module.css';

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
