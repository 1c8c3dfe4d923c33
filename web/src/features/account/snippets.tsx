import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../lib/api.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './api-page.module.css';
import { snippetsFor } from './snippet-code.ts';

interface Props {
  apiKey: string;
  /** The key is a test key, which takes the addresses of the sandbox alone. */
  test: boolean;
}

/** One check of an address in several languages, ready to run. */
export function Snippets({ apiKey, test }: Props) {
  const { t } = useTranslation();
  const { apiHost } = useConfig();
  const [chosen, setChosen] = useState(0);
  const snippets = snippetsFor({
    origin: apiHost || location.origin,
    apiKey,
    email: test ? 'deliverable@sandbox.test' : 'name@example.com',
  });
  return (
    <Tabs
      chosen={chosen}
      onChoose={setChosen}
      label={t('account.api.languages')}
      tabs={snippets.map(({ name, code }) => ({
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
              done={t('account.api.snippetCopied')}
              aria-label={t('account.api.copyNamed', { name })}
            >
              {t('account.api.copy')}
            </CopyButton>
          </div>
        ),
      }))}
    />
  );
}
