import type { TFunction } from 'i18next';

/**
 * A small list that shows what is told of addresses, and what is free. Apart from the customer's own
 * address, it names domains that are reserved and have no mailboxes (RFC 2606, RFC 7505), so that
 * nobody else's server is asked.
 */
export function sampleFile(email: string, t: TFunction<'app'>): File {
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
