import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useUrlView } from '../../lib/url-view.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import {
  replaceableCredits,
  type UserDetails,
  type UserOwnedList,
  userViewSchema,
} from './queries.ts';

interface Props {
  details: UserDetails;
  statusOf: (list: UserOwnedList) => ReactNode;
  onReplace: (list: UserOwnedList) => void;
}

/** Shows a page of the user's lists, or only the list whose id is in the URL. */
export function UserLists({ details: { adjustments, lists }, statusOf, onReplace }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, hrefOf } = useUrlView(userViewSchema);
  const isFiltered = view.file !== undefined;
  return (
    <Card
      title={t('admin.lists.title')}
      aside={isFiltered && <Link to={hrefOf({ file: undefined })}>{t('admin.lists.all')}</Link>}
    >
      <DataTable
        caption={t('admin.lists.title')}
        columns={[
          {
            label: t('lists.name'),
            heading: true,
            cell: ({ id, file_name }) => (
              <>
                {file_name}
                <p className="small muted">
                  <code>{id}</code>
                </p>
              </>
            ),
          },
          { label: t('admin.lists.seen'), wide: true, cell: statusOf },
          { label: t('lists.total'), numeric: true, cell: (list) => list.total_email },
          {
            label: t('admin.lists.charged'),
            numeric: true,
            cell: (list) => (list.end_date === null ? 0 : list.credits_charged),
          },
          {
            label: t('admin.lists.reserved'),
            numeric: true,
            cell: (list) => {
              const { end_date: end, ...credits } = list.recheck ?? list;
              const { credits_charged: charged, credits_reserved: rest } = credits;
              return end !== null || charged === 0
                ? rest
                : t('admin.lists.reservation', { credits: charged + rest, charged });
            },
          },
          {
            label: t('lists.created'),
            sorted: 'descending',
            cell: ({ created_at }) => (
              <time className="nowrap" dateTime={created_at}>
                {format.date(created_at)}
              </time>
            ),
          },
          {
            label: t('lists.action'),
            numeric: true,
            cell: (list) =>
              list.end_date !== null &&
              replaceableCredits(list, adjustments) > 0 && (
                <Button
                  variant="quiet"
                  aria-label={t('admin.adjust.replacementOf', { name: list.file_name })}
                  onClick={() => onReplace(list)}
                >
                  {t('admin.adjust.replace')}
                </Button>
              ),
          },
        ]}
        rows={lists.data}
        keyOf={({ id }) => id}
        empty={t(isFiltered ? 'admin.lists.missing' : 'admin.lists.none')}
      />
      <Pager
        label={t('lists.pages')}
        current={lists.current_page}
        last={lists.last_page}
        hrefOf={(page) => hrefOf({ page })}
      />
    </Card>
  );
}
