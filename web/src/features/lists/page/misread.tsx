import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { Notice } from '../../../ui/notice.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from '../list-page.module.css';

const SHOWN_ROWS = 10;

/** Shows how rows were read if the file was probably misread. */
export function MisreadPanel({ list: { id } }: { list: ListDetail }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: rows } = useQuery({
    queryKey: ['rows', id, 'misread'],
    queryFn: async ({ signal }) => {
      const query = { status: 'undeliverable' } as const;
      const { data } = await api(listRoutes.listRows, { params: { id }, query }, { signal });
      return data.rows.slice(0, SHOWN_ROWS);
    },
    staleTime: Infinity,
  });
  return (
    <section className={`panel ${styles.panel}`}>
      <Notice tone="risky">
        <strong>{t('list.misread.title')}</strong>
        <p>{t('list.misread.text')}</p>
      </Notice>
      <DataTable
        caption={t('list.misread.title')}
        empty=""
        rows={rows}
        keyOf={(_, index) => index}
        columns={[
          { label: t('list.rows.row'), numeric: true, cell: ({ row }) => row },
          { label: t('list.misread.cell'), heading: true, cell: ({ email }) => email },
          { label: t('list.take.column.address'), wide: true, cell: ({ address }) => address },
        ]}
      />
    </section>
  );
}
