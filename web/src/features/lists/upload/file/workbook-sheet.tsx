import { useTranslation } from 'react-i18next';
import { MAX_UPLOAD_BYTES } from '../../../../../../shared/model/upload-limits.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import type { ListFile } from './use-list-file.ts';

interface Props {
  list: ListFile;
  onSheet: (sheet: number) => void;
  /** Element id of the message that explains why the file cannot be sent. */
  faultId: string;
}

export function WorkbookSheet({ list, onSheet, faultId }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { sheets = [], addresses, sheet = 0, rows = 0, file, failed } = list;
  const fault = failed ? 'damaged' : list.fault;
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label={t('preflight.workbook.sheet')}
          value={sheet}
          options={sheets.map((name, at) => [
            at,
            addresses?.[at] === undefined
              ? name
              : t('preflight.workbook.counted', { name, count: addresses[at] }),
          ])}
          onChoose={onSheet}
        />
      )}
      {fault && (
        <div id={faultId} role="alert">
          <Notice tone="invalid">
            {t(`preflight.workbook.fault.${fault}`, { size: format.megabytes(MAX_UPLOAD_BYTES) })}
          </Notice>
        </div>
      )}
      {!file && !fault && (
        <p role="status" className="small">
          {t('preflight.workbook.reading', { count: rows })}
        </p>
      )}
    </>
  );
}
