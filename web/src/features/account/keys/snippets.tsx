import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from './api-page.module.css';
import { type Example, snippetsFor } from './snippet-code.ts';

/** One check of an address in several languages, ready to run. */
export function Snippets(example: Example) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  return (
    <Tabs
      chosen={chosen}
      onChoose={setChosen}
      label={t('programs.languages')}
      tabs={snippetsFor(example).map(({ name, code }) => ({
        name,
        title: name,
        content: (
          <div className={styles.snippet}>
            {/* A long line scrolls; the keyboard reaches it as well. */}
            <pre className={styles.code} tabIndex={0} role="group" aria-label={name}>
              <code>{code}</code>
            </pre>
            <CopyButton
              text={code}
              done={t('programs.snippetCopied')}
              aria-label={t('programs.copyNamed', { name })}
            >
              {t('programs.copy')}
            </CopyButton>
          </div>
        ),
      }))}
    />
  );
}
