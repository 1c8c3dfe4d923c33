import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';

export function UnreadNotice({ lost = 0, several = 0 }: Pick<ListDetail, 'lost' | 'several'>) {
  const { t } = useTranslation();
  if (lost + several === 0) return null;
  return (
    <div className="small muted">
      {lost > 0 && <p>{t('list.lost', { count: lost })}</p>}
      {several > 0 && <p>{t('list.several', { count: several })}</p>}
    </div>
  );
}
