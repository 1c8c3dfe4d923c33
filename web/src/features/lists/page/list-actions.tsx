import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { SAMPLE_LIST } from '../../../../../shared/model/sample-list.ts';
import { paths } from '../../../lib/paths.ts';
import { DeleteButton, useDeleting } from '../row/delete-button.tsx';
import { RenameButton } from '../row/rename-button.tsx';
import styles from './list-page.module.css';

export function ListActions({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const group = useRef<HTMLDivElement>(null);
  const deleting = useDeleting().has(list.id);
  if (list.id === SAMPLE_LIST) return null;
  return (
    <div
      ref={group}
      role="group"
      aria-label={t('list.actions')}
      className={`unprinted ${styles.actions}`}
    >
      <RenameButton row={list} />
      <DeleteButton
        row={list}
        deleting={deleting}
        fallback={group}
        onDeleted={() => void navigate(paths.dashboard)}
      />
    </div>
  );
}
