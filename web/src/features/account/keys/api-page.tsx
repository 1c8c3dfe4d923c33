import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMe } from '../../../lib/me.ts';
import { docsPath, paths } from '../../../lib/paths.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Sections } from '../../../ui/sections.tsx';
import styles from './api-page.module.css';
import { CreateKey } from './create-key.tsx';
import { KeyValue } from './key-value.tsx';
import { Keys } from './keys.tsx';
import { ResetKey } from './reset-key.tsx';
import { SANDBOX, ApiPlayground } from './api-playground.tsx';

/** The user's API keys, how to use them, and the way to the documentation. */
export function ApiPage() {
  const { t } = useTranslation();
  const { api_key: live, test_api_key: test } = useMe();
  return (
    <>
      <div>
        <PageHeading title={t(live === null ? 'programs.paidOnly' : 'layout.api.title')} />
        <p>
          <ExternalLink href={docsPath}>{t('programs.docs')}</ExternalLink>
        </p>
      </div>
      {live === null && (
        <Notice tone="info">
          {t('programs.howToGet')} <Link to={paths.pricing}>{t('programs.prices')}</Link>
        </Notice>
      )}
      <Sections
        label={t('layout.api.title')}
        sections={[
          {
            name: 'key',
            title: t('programs.live'),
            aside: <ResetKey />,
            content: live !== null && (
              <>
                <KeyValue label={t('programs.live')} value={live} secret />
                <p className="muted prose">{t('programs.keep')}</p>
              </>
            ),
          },
          {
            name: 'keys',
            title: t('programs.keys.title'),
            aside: <CreateKey />,
            content: live !== null && <Keys />,
          },
          {
            name: 'test',
            title: t('programs.test'),
            content: test !== null && (
              <>
                <KeyValue label={t('programs.test')} value={test} />
                <p className="muted prose">{t('programs.testText')}</p>
                <ul className={`wrap ${styles.addresses}`}>
                  {SANDBOX.map((address) => (
                    <li key={address}>
                      <code>{address}</code>
                    </li>
                  ))}
                </ul>
              </>
            ),
          },
          {
            name: 'try',
            title: t('programs.tryIt.title'),
            content: <ApiPlayground testKey={test ?? ''} />,
          },
        ]}
      />
    </>
  );
}
