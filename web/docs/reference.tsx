import type { ReactNode } from 'react';
import type { Language } from '../../shared/model/account.ts';
import type { TextKey } from '../../shared/texts/text.ts';
import { Call } from './call.tsx';
import styles from './docs.module.css';
import { Markdown } from './markdown.tsx';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';
import { labels } from './texts.ts';

interface Props {
  guide: string;
  language: Language;
  origin: string;
  message: (key: TextKey) => string;
  intro?: ReactNode;
  children?: ReactNode;
}

export function Reference({ guide, language, origin, message, intro, children }: Props) {
  const t = labels[language];
  return (
    <>
      <h1>{t.title}</h1>
      {intro}
      <Markdown text={guide} className={styles.prose} copy={t.copy} />
      <h2 id="calls">{t.calls}</h2>
      {children}
      <p>
        {t.whole} <a href={`${origin}/api/openapi.json`}>{origin}/api/openapi.json</a>
      </p>
      {publicCalls.map((call) => (
        <Call key={call.name} {...{ call, language, origin, message }} />
      ))}
    </>
  );
}
