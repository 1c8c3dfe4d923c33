import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/me.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './first-step.module.css';

interface Props {
  onPaste: () => void;
  onSample: (file: File) => void;
}

/** What a customer without a list may begin with, beside the drop zone. */
export function FirstStep({ onPaste, onSample }: Props) {
  const { t } = useTranslation();
  const { email } = useMe();
  return (
    <div className={styles.actions}>
      <Button onClick={onPaste}>{t('lists.paste')}</Button>
      <Button onClick={() => onSample(sampleFile(email, t))}>{t('lists.sample.open')}</Button>
    </div>
  );
}

/**
 * A small list that shows what is told of addresses, and what is free. Apart from the customer's
 * own address, it names domains that are reserved and have no mailboxes (RFC 2606, RFC 7505), so
 * that nobody else's server is asked.
 */
function sampleFile(email: string, t: TFunction<'app'>): File {
  const rows = [
    `email;${t('lists.sample.note')}`,
    `${email};${t('lists.sample.own')}`,
    `${email};${t('lists.sample.duplicate')}`,
    `someone@example.com;${t('lists.sample.noMail')}`,
    `someone@no-such-domain.invalid;${t('lists.sample.noDomain')}`,
    `someone.example.com;${t('lists.sample.malformed')}`,
  ];
  return new File([`${rows.join('\n')}\n`], `${t('lists.sample.file')}.csv`, { type: 'text/csv' });
}
