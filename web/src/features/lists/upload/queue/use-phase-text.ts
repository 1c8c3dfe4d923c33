import { useTranslation } from 'react-i18next';
import { MAX_UPLOAD_BYTES } from '../../../../../../shared/model/upload-limits.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { FAULT_LIMITS } from '../file/rejection.ts';
import type { UploadFailure, UploadItem, UploadRefusal } from './reduce.ts';

export function usePhaseText(): (item: Pick<UploadItem, 'phase'>) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = (refusal: UploadRefusal): string => {
    if (
      refusal === 'type' ||
      refusal === 'spreadsheet' ||
      refusal === 'large' ||
      refusal === 'small'
    )
      return t(`lists.upload.rejected.${refusal}`, { size: format.megabytes(MAX_UPLOAD_BYTES) });
    return t(`preflight.fault.${refusal}`, FAULT_LIMITS);
  };
  const failureText = (failure: UploadFailure): string =>
    typeof failure === 'string' ? t(`uploads.failure.${failure}`) : failure.message;
  return ({ phase }) => {
    switch (phase.name) {
      case 'waiting':
      case 'queued':
      case 'sent':
        return t(`uploads.phase.${phase.name}`);
      case 'reading':
        return t('uploads.phase.reading', { percent: format.percent(phase.share) });
      case 'sending':
        return phase.share === 1
          ? t('uploads.phase.finishing')
          : t('uploads.phase.sending', { percent: format.percent(phase.share) });
      case 'unconfirmed': {
        const { summary } = phase;
        if (!summary) return t('uploads.phase.unconfirmed');
        const { rows, credits } = summary;
        return `${t('uploads.rows', { count: rows })}, ${t('uploads.credits', { count: credits })}`;
      }
      case 'failed':
        return failureText(phase.failure);
      case 'refused':
        return refusalText(phase.refusal);
    }
  };
}
