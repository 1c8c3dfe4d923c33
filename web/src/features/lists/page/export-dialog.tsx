import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DownloadColumn, DOWNLOAD_COLUMNS } from '../../../../../shared/contract/list-rows.ts';
import { CORRECTION_COLUMNS } from '../../../../../shared/model/correction-columns.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { KIND_BY_STATUS } from '../../../../../shared/model/verdict.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { SegmentedControl } from '../../../ui/form/choice.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { useDownload } from '../row/download.tsx';
import styles from '../list-page.module.css';
import { useListView } from './use-list-view.ts';
import { countVerified, hasIndex, useRowCount } from './use-rows.ts';

const STORAGE_KEY = 'take';
const DEFAULT_COLUMNS: readonly DownloadColumn[] = [
  'original',
  'status',
  'reason',
  'meaning',
  'suggestion',
  'address',
];
const isOrdinary = (column: DownloadColumn): boolean =>
  column !== 'corrected_from' && !CORRECTION_COLUMNS.some((each) => each === column);
const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

function loadStoredChoice(): { columns: readonly DownloadColumn[]; format: Format } {
  const words = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ');
  const columns = DOWNLOAD_COLUMNS.filter((column) => words.includes(column) && isOrdinary(column));
  return {
    columns: columns.length > 0 ? columns : DEFAULT_COLUMNS,
    format: words[0] === 'xlsx' ? 'xlsx' : 'csv',
  };
}

interface Props {
  list: ListDetail;
  onClose: () => void;
}

export function ExportDialog({ list, onClose }: Props) {
  const { t } = useTranslation();
  const view = useListView();
  // The filter applies only on its own tab, because other tabs do not show it.
  const isFiltered = view.isFiltered && view.tab === 'rows';
  const filter = isFiltered ? view.filter : {};
  const [stored] = useState(loadStoredChoice);
  const [columns, setColumns] = useState(
    list.corrected > 0 ? [...stored.columns, ...CORRECTION_COLUMNS] : stored.columns,
  );
  const [chosenFormat, setFormat] = useState(stored.format);
  const [duplicates, setDuplicates] = useState(false);
  const [withoutBounced, setWithoutBounced] = useState(false);
  const isSample = list.id === SAMPLE_LIST_ID;
  const format = isSample ? 'csv' : chosenFormat;
  const rowCount = useRowCount({ list, filter });
  const count = duplicates ? rowCount : countVerified({ list, filter });
  const download = useDownload(list);
  const exportRows = (): void =>
    download.mutate(
      {
        ...filter,
        type: 'all',
        columns: [...columns],
        format,
        duplicates,
        ...(withoutBounced && { bounced: false }),
      },
      {
        onSuccess() {
          localStorage.setItem(STORAGE_KEY, [chosenFormat, ...columns].join(' '));
          onClose();
        },
      },
    );
  const { status, reason, domain, q, only, min_score: minScore } = filter;
  const filters = [
    status && t(`lists.details.part.${KIND_BY_STATUS[status]}`),
    reason && t(`checks.reason.${reason}`),
    only && t(`list.rows.onlyOf.${only}`),
    minScore !== undefined && t('list.risk.only', { least: minScore }),
    domain,
    q,
  ];
  const rows =
    hasIndex({ list, filter }) && !withoutBounced
      ? count !== undefined && t('list.rows.total', { count })
      : t('list.take.found');
  return (
    <Modal
      open
      onClose={onClose}
      title={t('list.take.title')}
      text={
        isFiltered
          ? t('list.take.filtered', { filters: filters.filter(Boolean).join(' · ') })
          : t('list.take.all')
      }
    >
      <p role="status" className={styles.word}>
        {rows || t('common.loading')}
      </p>
      {isSample ? (
        <p className="muted">{t('list.take.sample')}</p>
      ) : (
        <SegmentedControl
          label={t('list.take.format')}
          options={FORMATS.map((value) => ({ value, name: t(`list.take.${value}`) }))}
          chosen={format}
          onChoose={setFormat}
        />
      )}
      <fieldset className={styles.columns}>
        <legend>{t('list.rows.columns')}</legend>
        {DOWNLOAD_COLUMNS.filter((each) => list.corrected > 0 || isOrdinary(each)).map((column) => (
          <CheckboxField
            key={column}
            label={t(`list.take.column.${column}`)}
            checked={columns.includes(column)}
            onChange={({ target }) =>
              setColumns(
                DOWNLOAD_COLUMNS.filter((each) =>
                  each === column ? target.checked : columns.includes(each),
                ),
              )
            }
          />
        ))}
      </fieldset>
      {list.duplicates > 0 && (
        <CheckboxField
          label={t('list.take.duplicates')}
          checked={duplicates}
          onChange={({ target }) => setDuplicates(target.checked)}
        />
      )}
      {!isSample && only !== 'bounced' && (
        <CheckboxField
          label={t('list.take.bounced')}
          checked={withoutBounced}
          onChange={({ target }) => setWithoutBounced(target.checked)}
        />
      )}
      {download.isPending && (
        <p role="status" className="muted">
          {t('list.take.writing')}
        </p>
      )}
      <ModalActions onCancel={onClose}>
        <Button
          variant="primary"
          busy={download.isPending}
          disabled={columns.length === 0 || count === 0}
          onClick={exportRows}
        >
          {t('lists.download')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
