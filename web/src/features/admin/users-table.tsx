import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
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
  return (
    <DataTable
      caption={t('admin.users.caption')}
      columns={[
        { label: t('admin.users.number'), cell: (_, place) => (from ?? 1) + place },
        { label: t('admin.users.firstName'), cell: (user) => user.first_name },
        { label: t('admin.users.lastName'), cell: (user) => user.last_name },
        { label: t('admin.users.email'), heading: true, cell: (user) => user.email },
        { label: t('admin.users.status'), cell: (user) => <StatusSwitch user={user} /> },
        {
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
