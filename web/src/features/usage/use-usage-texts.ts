import { useTranslation } from 'react-i18next';
import type { UsageRow } from '../../../../shared/contract/usage.ts';

const MOVEMENTS = [
  'added',
  'reserved',
  'charged',
  'returned',
  'held',
  'taken_back',
  'borrowed',
  'repaid',
] as const;

export function useUsageTexts() {
  const { t } = useTranslation();

  const meansOf = ({ by, person }: Pick<UsageRow, 'by' | 'person'>): string => {
    if (person) return person.name ?? t('usage.means.former');
    if (by === null) return t('usage.means.none');
    return by === 'web' ? t('usage.means.web') : t('usage.means.key', { end: by });
  };

  return {
    meansOf,

    /** Returns a label for the row, such as the name of its list. */
    topicOf({ type, file_name, ...row }: UsageRow): string {
      if (file_name !== null)
        return type === 'replacement' ? t('usage.replaced', { name: file_name }) : file_name;
      const topic = t(`usage.topic.${type}`);
      return type === 'checks' && row.by !== null ? `${topic}, ${meansOf(row)}` : topic;
    },

    /** Returns a description such as "4,200 reserved, 770 returned for unknowns". */
    detailsOf(row: UsageRow): string {
      // A canceled or deleted list also returns the credits of unverified addresses.
      const isUnknown = row.type === 'checks' || row.file_state === 'finished';
      return MOVEMENTS.flatMap((name) => {
        const count = row[name];
        if (count === 0) return [];
        return name === 'returned' && isUnknown
          ? t('usage.moved.unknown', { count })
          : t(`usage.moved.${name}`, { count });
      }).join(', ');
    },
  };
}
