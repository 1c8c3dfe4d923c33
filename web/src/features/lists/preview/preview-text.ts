import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { useFormat } from '../../../lib/use-format.ts';
import {
  extrapolateResult,
  canExtrapolate,
  isSampling,
  previewedCount,
} from '../row/expected-result.ts';

/** Announces only a complete preview, because the text changes with every verdict. */
export const ariaLiveFor = (list: ListDetail): 'polite' | 'off' =>
  isSampling(list) ? 'off' : 'polite';

export function usePreviewText(): (list: ListDetail) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const formatRoundedShare = (share: number): string => format.share(Math.round(share * 100) / 100);
  return (list) => {
    const { sample, safe, remove, margin } = extrapolateResult(list);
    if (!canExtrapolate(list)) return t('lists.look.begun', { size: previewedCount(list) });
    return t('lists.look.expected', {
      sample,
      safe: formatRoundedShare(safe),
      remove: formatRoundedShare(remove),
      margin: t('lists.look.margin', { count: Math.ceil(margin * 100) }),
    });
  };
}
