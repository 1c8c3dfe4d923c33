import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { isFinalStatus } from '../../../../../shared/model/list-status.ts';
import { useApi } from '../../../lib/api.ts';
import { refreshMe } from '../../../lib/me-query.ts';
import { useMay } from '../../../lib/me.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from '../list-page.module.css';

const SHOWN_ROWS = 10;

/** Shows how rows were read if the file was probably misread, and offers the credits back. */
export function MisreadPanel({ list }: { list: ListDetail }) {
  const { id, cancel_until: end, recheck } = list;
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const may = useMay();
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
      {end && may('member') && (!recheck || isFinalStatus(recheck.status)) && (
        <div className="unprinted">
          <ConfirmButton
            button={{ children: t('list.misread.ask') }}
            title={t('list.misread.ask')}
            text={t('list.misread.terms', { figure: list.credits_charged })}
            confirm={t('list.misread.confirm')}
            call={() => api(listRoutes.deleteFile, { params: { id }, query: { refund: 'true' } })}
            onDone={async () => {
              void refreshMe(queries);
              await queries.invalidateQueries({ queryKey: ['list', id] });
            }}
          />
          <p className="small muted">
            {t('list.misread.until', {
              date: format.moment(end, list.created_at),
            })}
          </p>
        </div>
      )}
    </section>
  );
}
