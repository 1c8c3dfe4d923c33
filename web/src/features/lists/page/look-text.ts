import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { expectedOf, hasExpectation, sizeOfLook } from '../row/expected.ts';

/** The text changes with each answer of the preview, so it is announced only when complete. */
export const announcedOf = (list: ListDetail): 'polite' | 'off' =>
  expectedOf(list).sample < sizeOfLook(list) ? 'off' : 'polite';

export function useLookText(): (list: ListDetail) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const rounded = (share: number): string => format.share(Math.round(share * 100) / 100);
  return (list) => {
    const { sample, whole: total, safe, remove, margin } = expectedOf(list);
    const figures = { sample, total };
    if (!hasExpectation(list)) return t('lists.look.begun', { ...figures, size: sizeOfLook(list) });
    return t('lists.look.expected', {
      ...figures,
      safe: rounded(safe),
      remove: rounded(remove),
      margin: Math.ceil(margin * 100),
    });
  };
}
