import { useTranslation } from 'react-i18next';
import { WELCOME_CREDITS } from '../../../../shared/model/credits.ts';
import { sharedText } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './hero.module.css';

export function Hero() {
  const { t } = useTranslation();
  return (
    <aside className={styles.pitch} aria-label={t('account.pitch.label')}>
      <p className="headline">{t('account.pitch.lead', { count: WELCOME_CREDITS })}</p>
      <figure className={`panel ${styles.example}`}>
        <figcaption className="small">{t('account.pitch.example')}</figcaption>
        <Notice tone="invalid">
          <strong>{sharedText('check.invalid')}</strong>
          <p>{t('account.pitch.address')}</p>
        </Notice>
        <p>
          {t('account.pitch.reason')} <code>{t('account.pitch.reply')}</code>
        </p>
        <p className="small">{t('account.pitch.act')}</p>
      </figure>
    </aside>
  );
}
