import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/i18n.ts';
import { conditionsIn, runsOf } from './conditions.ts';
import styles from './conditions-text.module.css';

interface Props {
  /** Heading level of the sections. */
  heading: 'h2' | 'h3';
}

/** The general conditions in the language of the app, with the blanks marked. */
export function ConditionsText(props: Props) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<p>{t('common.loading')}</p>}>
      <Sections {...props} />
    </Suspense>
  );
}

function Sections({ heading: Heading }: Props) {
  const { t, i18n } = useTranslation();
  const conditions = use(conditionsIn(isLanguage(i18n.language) ? i18n.language : 'fr'));
  return (
    <div className={styles.text}>
      <p className={styles.note}>{t('legal.authority')}</p>
      <ol className={styles.sections}>
        {conditions.map(({ title, paragraphs }, index) => (
          <li key={title}>
            <Heading className={styles.heading}>
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
  const { t } = useTranslation();
  return (
    <p>
      {runsOf(paragraph).map(({ text, blank }) =>
        blank ? (
          <mark key={text} className={styles.blank}>
            {text}, {t('legal.blank')}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
