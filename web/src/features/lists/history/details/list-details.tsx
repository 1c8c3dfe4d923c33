import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../../shared/model/list-status.ts';
import { useApi } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../../../ui/modal.tsx';
import { detailsQuery } from '../details-query.ts';
import { Download } from '../download.tsx';
import { isDeleted } from '../retention.ts';
import { Breakdown } from './breakdown.tsx';
import { Facts } from './facts.tsx';
import styles from './list-details.module.css';
import { StatusText } from './status-text.tsx';

/** All that is known of a list, over the page. */
export function ListDetails({ row, onClose }: { row: ListRow; onClose: () => void }) {
  const { t } = useTranslation();
  const details = useQuery(detailsQuery(useApi(), row));
  const { data: list } = details;
  const saved = row.status === LIST_STATUS.finished && !isDeleted(row, Date.now());
  return (
    <Modal open wide onClose={onClose} title={row.file_name}>
      <StatusText row={row} />
      <Loaded query={details} failed={t('lists.details.failed')}>
        {list !== undefined && list.processed > 0 && <Breakdown list={list} />}
        {list !== undefined && <Facts list={list} />}
      </Loaded>
      {details.isPending && <p className={styles.muted}>{t('common.loading')}</p>}
      <ModalActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
        {saved && <Download row={row} />}
      </ModalActions>
    </Modal>
  );
}
