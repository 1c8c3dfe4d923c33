import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { SAMPLE_LIST } from '../../../../../shared/model/sample-list.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DeleteButton, useDeleting } from '../row/delete-button.tsx';
import { Download } from '../row/download.tsx';
import { isDeleted } from '../row/status-view.ts';
import { RenameButton } from '../row/rename-button.tsx';
import styles from './list-page.module.css';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

export function ListActions({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const group = useRef<HTMLDivElement>(null);
  const [taking, setTaking] = useState(false);
  const deleting = useDeleting().has(list.id);
  const saved = list.status === LIST_STATUS.finished && !isDeleted(list);
  return (
    <div
      ref={group}
      role="group"
      aria-label={t('list.actions')}
      className={`unprinted ${styles.actions}`}
    >
      {saved && <Download row={list} />}
      {saved && (
        <Button variant="quiet" onClick={() => setTaking(true)}>
          {t('list.take.button')}
        </Button>
      )}
      {taking && (
        <Suspense>
          <ExportDialog list={list} onClose={() => setTaking(false)} />
        </Suspense>
      )}
      <Button variant="quiet" className={styles.print} onClick={() => print()}>
        {t('list.print')}
      </Button>
      {list.id !== SAMPLE_LIST && (
        <>
          <RenameButton row={list} />
          <DeleteButton
            row={list}
            deleting={deleting}
            fallback={group}
            onDeleted={() => void navigate(paths.dashboard)}
          />
        </>
      )}
    </div>
  );
}
