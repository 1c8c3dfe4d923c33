import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow as Row } from '../../../../../shared/contract/lists.ts';
import { Table } from '../../../ui/table.tsx';
import { ListRow } from './list-row.tsx';
import styles from './lists-table.module.css';
import { useDeleting } from './use-delete-list.ts';

const columns = [
  'id',
  'name',
  'created',
  'start',
  'end',
  'total',
  'valid',
  'result',
  'action',
] as const;

interface Props {
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** The history as a table; on a narrow screen each row is a card. */
export function ListsTable({ rows, empty }: Props) {
  const { t } = useTranslation();
  const caption = useRef<HTMLTableCaptionElement>(null);
  const deleting = useDeleting();
  return (
    <Table
      styles={styles}
      caption={t('lists.caption')}
      captionRef={caption}
      columns={columns.map((name) => ({
        name,
        label: t(`lists.${name}`),
        className: styles[name],
      }))}
      rows={rows?.map((row) => (
        <ListRow key={row.id} row={row} deleting={deleting.has(row.id)} fallback={caption} />
      ))}
      empty={empty}
      descending="created"
    />
  );
}
