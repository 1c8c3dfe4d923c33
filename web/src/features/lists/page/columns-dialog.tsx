import { useTranslation } from 'react-i18next';
import { type DownloadColumn } from '../../../../../shared/contract/list-rows.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import styles from '../list-page.module.css';

const USUAL_COLUMNS: readonly DownloadColumn[] = [
  'original',
  'status',
  'reason',
  'suggestion',
  'address',
  'corrected_from',
];
interface Props {
  /** Undefined for the usual columns. */
  columns: readonly DownloadColumn[] | undefined;
  available: readonly DownloadColumn[];
  onChange: (columns: DownloadColumn[] | undefined) => void;
  onClose: () => void;
}

export function ColumnsDialog({ columns = USUAL_COLUMNS, available, onChange, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal open onClose={onClose} title={t('list.take.columnsTitle')}>
      <div className={styles.columns}>
        {available.map((column) => (
          <CheckboxField
            key={column}
            label={t(`list.take.column.${column}`)}
            checked={columns.includes(column)}
            disabled={columns.length === 1 && columns.includes(column)}
            onChange={({ target }) =>
              onChange(
                available.filter((each) =>
                  each === column ? target.checked : columns.includes(each),
                ),
              )
            }
          />
        ))}
      </div>
      <ModalActions>
        <Button onClick={() => onChange(undefined)}>{t('list.take.usual')}</Button>
        <Button variant="primary" onClick={onClose}>
          {t('list.take.done')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
