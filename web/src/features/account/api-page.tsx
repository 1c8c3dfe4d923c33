import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMe } from '../../lib/me.ts';
import { docsPath, paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './api-page.module.css';
import { ResetKey } from './reset-key.tsx';
import { Snippets } from './snippets.tsx';

/** The user's API keys, how to use them, and the way to the documentation. */
export function ApiPage() {
  const { t } = useTranslation();
  const { api_key: live, test_api_key: test } = useMe();
  return (
    <>
      <div>
        <PageHeading title={t(live === null ? 'account.api.paidOnly' : 'account.api.title')} />
        <p>
          <ExternalLink href={docsPath}>{t('account.api.docs')}</ExternalLink>
        </p>
      </div>
      {live === null ? (
        <Notice tone="info">
          {t('account.api.howToGet')} <Link to={paths.pricing}>{t('account.api.prices')}</Link>
        </Notice>
      ) : (
        <Card title={t('account.api.live')} aside={<ResetKey />}>
          <KeyValue label={t('account.api.live')} value={live} />
          <p className={styles.quiet}>{t('account.api.keep')}</p>
        </Card>
      )}
      {test !== null && (
        <Card title={t('account.api.test')}>
          <KeyValue label={t('account.api.test')} value={test} />
          <p className={styles.quiet}>{t('account.api.testText')}</p>
          <ul className={styles.addresses}>
            {['deliverable', 'undeliverable', 'risky', 'unknown'].map((name) => (
              <li key={name}>
                <code>{name}@sandbox.test</code>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <section className={styles.snippets}>
        <h2>{t('account.api.snippets')}</h2>
        <Snippets apiKey={live ?? test ?? 'YOUR_KEY'} test={live === null} />
      </section>
    </>
  );
}

/** A key, and a button that copies it. */
function KeyValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.key}>
      <code className={styles.value}>{value}</code>
      <CopyButton
        text={value}
        done={t('account.api.copied')}
        aria-label={t('account.api.copyNamed', { name: label })}
      >
        {t('account.api.copy')}
      </CopyButton>
    </div>
  );
}
