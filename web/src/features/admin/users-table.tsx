import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { UserDetails } from './user-details.tsx';

interface Props {
  /** Undefined while they are loading. */
  rows: readonly UserRow[] | undefined;
  /** The place of the first row among all, counted from 1. */
  from: number | null | undefined;
}

export function UsersTable({ rows, from }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DataTable
      caption={t('admin.users.caption')}
      columns={[
        {
          name: 'number',
          label: t('admin.users.number'),
          cell: (_, place) => format.number((from ?? 1) + place),
        },
        { name: 'first', label: t('admin.users.firstName'), cell: (user) => user.first_name },
        { name: 'last', label: t('admin.users.lastName'), cell: (user) => user.last_name },
        {
          name: 'email',
          label: t('admin.users.email'),
          heading: true,
          cell: (user) => user.email,
        },
        {
          name: 'status',
          label: t('admin.users.status'),
          cell: (user) => <StatusSwitch user={user} />,
        },
        {
          name: 'action',
          label: t('admin.users.action'),
          action: true,
          cell: (user) => <UserDetails user={user} />,
        },
      ]}
      rows={rows}
      keyOf={(user) => user.id}
      empty={t('admin.users.empty')}
    />
  );
}
