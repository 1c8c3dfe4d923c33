import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { expectedOf } from './expected.ts';

/** What a list that waits for credits is expected to come to, by the addresses drawn from it. */
export function FirstLook({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { sample, safe, remove, margin } = expectedOf(list);
  if (list.reason !== 'insufficient_credit' || sample === 0) return null;
  const rounded = (share: number): string => format.share(Math.round(share * 100) / 100);
  return (
    <p className="headline">
      {t('list.look', {
        sample,
        total: list.total_email,
        safe: rounded(safe),
        remove: rounded(remove),
        margin: Math.ceil(margin * 100),
      })}
    </p>
  );
}
