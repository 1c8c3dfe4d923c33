import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DownloadColumn, DOWNLOAD_COLUMNS } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { CORRECTION_COLUMNS } from '../../../../../shared/model/correction-columns.ts';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SegmentedControl } from '../../../ui/form/choice.tsx';

/** Columns that are empty in a list without verified corrections. */
const CORRECTED: ReadonlySet<DownloadColumn> = new Set([...CORRECTION_COLUMNS, 'corrected_from']);
const STORAGE_KEY = 'take';
const FORMATS = ['csv', 'xlsx'] as const;
const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog.tsx')).ColumnsDialog,
}));

interface FileOptions {
  format: (typeof FORMATS)[number];
  /** Undefined for the usual columns, which depend on the rows. */
  columns: DownloadColumn[] | undefined;
}

const columnsOf = ({ corrected }: Pick<ListDetail, 'corrected'>): DownloadColumn[] =>
  DOWNLOAD_COLUMNS.filter((each) => corrected > 0 || !CORRECTED.has(each));

export function loadFileOptions({
  id,
  corrected,
}: Pick<ListDetail, 'id' | 'corrected'>): FileOptions {
  const words = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ');
  const columns = columnsOf({ corrected }).filter((column) => words.includes(column));
  // The API returns workbooks as links, and stores no file of the sample.
  const isSheet = words[0] === 'xlsx' && id !== SAMPLE_LIST_ID;
  return { format: isSheet ? 'xlsx' : 'csv', columns: columns.length > 0 ? columns : undefined };
}

interface Props {
  list: ListDetail;
  options: FileOptions;
  onChange: (options: FileOptions) => void;
}

/** The format and the columns of a file, which this browser remembers. */
export function FileOptionsControls({ list, options, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const change = (changed: FileOptions): void => {
    localStorage.setItem(STORAGE_KEY, [changed.format, ...(changed.columns ?? [])].join(' '));
    onChange(changed);
  };
  return (
    <div className="wrap">
      {list.id !== SAMPLE_LIST_ID && (
        <SegmentedControl
          label={t('list.take.format')}
          options={FORMATS.map((value) => ({ value, name: t(`list.take.${value}`) }))}
          chosen={options.format}
          onChoose={(format) => change({ ...options, format })}
        />
      )}
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {t('list.take.columns')}
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog
            columns={options.columns}
            available={columnsOf(list)}
            onChange={(columns) => change({ ...options, columns })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
