import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { useApi } from '../../../lib/api.ts';
import { TooltipButton } from '../../../ui/popup/tooltip-button.tsx';
import { ListHistoryRow } from '../history/list-row.tsx';
import { listQuery } from '../row/list-query.ts';

/** The row of the sample list, which the customer can hide but not delete. */
export function SampleRow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: list } = useQuery({ ...listQuery(api, SAMPLE_LIST_ID), meta: { quiet: true } });
  if (list === undefined) return null;
  return (
    <ListHistoryRow
      row={list}
      action={<TooltipButton icon="cross" label={t('start.hideSample')} onClick={onClose} />}
    />
  );
}
