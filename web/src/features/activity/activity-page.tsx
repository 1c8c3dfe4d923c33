import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { type ActivityEntry, usageRoutes } from '../../../../shared/contract/usage.ts';
import { ACCOUNT_ROLES } from '../../../../shared/model/account.ts';
import { ACTIVITY_KINDS } from '../../../../shared/model/access.ts';
import { useApi } from '../../lib/api.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { membersQuery } from '../../lib/members-query.ts';
import { useUrlView } from '../../lib/url-view.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldRow } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';

const { shape } = usageRoutes.listActivity.query;
/** Filters and cursor in the URL; an invalid value has no effect. */
const activityView = z.object({
  person: z.catch(shape.person, undefined),
  kind: z.catch(shape.kind, undefined),
  from: z.catch(shape.from, undefined),
  to: z.catch(shape.to, undefined),
  cursor: z.catch(shape.cursor, undefined),
});

const SETTINGS = ['account', 'required_factor', 'low_credits', 'billing_details'] as const;
/** Values that are codes instead of texts of the customer. */
const VALUES = [...ACCOUNT_ROLES, 'on', 'off', 'required', 'optional'] as const;

/** Returns functions that describe an entry in words. */
function useEntryTexts() {
  const { t } = useTranslation();
  return {
    whoOf: ({ who, by }: ActivityEntry): string => {
      if (!who) return by === '' ? t('activity.service') : '–';
      return who.type === 'key' ? `API …${who.id}` : (who.name ?? t('activity.former'));
    },
    whatOf: ({ kind, what, target }: ActivityEntry): string => {
      const isKindEnough =
        what === 'added' && ['login', 'payment', 'refund', 'export'].includes(kind);
      const verb = isKindEnough ? [] : [t(`activity.what.${what}`)];
      const setting = kind === 'setting' && SETTINGS.find((each) => each === target);
      const object = setting ? t(`activity.settings.${setting}`) : t(`activity.kinds.${kind}`);
      return [object, ...verb].join(' · ');
    },
    changeOf: ({ kind, target, from, to }: ActivityEntry): string => {
      const isText = kind === 'list' || target === 'account' || target === 'billing_details';
      const textOf = (part: string): string => {
        const code = isText ? undefined : VALUES.find((each) => each === part);
        return code ? t(`activity.values.${code}`) : part;
      };
      return [from ?? [], to ?? []]
        .flat()
        .map((value) => value.split(' · ').map(textOf).join(' · ') || '–')
        .join(' → ');
    },
  };
}

export function ActivityPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const { view, hrefOf, show } = useUrlView(activityView);
  const { whoOf, whatOf, changeOf } = useEntryTexts();
  const page = useQuery({
    queryKey: ['activity', view],
    queryFn: async ({ signal }) =>
      (await api(usageRoutes.listActivity, { query: view }, { signal })).data,
    placeholderData: keepPreviousData,
  });
  const members = useQuery(membersQuery(api));
  const columns = ['at', 'who', 'act', 'object', 'change', 'from'] as const;
  const save = useMutation({
    mutationFn: async () => {
      const rows: ActivityEntry[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const query = { ...view, cursor };
        const { data } = await api(usageRoutes.listActivity, { query });
        rows.push(...data.entries);
        cursor = data.next;
      }
      saveCsv(
        [
          columns.map((name) => t(`activity.columns.${name}`)),
          ...rows.map((row) => [row.at, whoOf(row), whatOf(row), row.name, changeOf(row), row.by]),
        ],
        'tamis-activity.csv',
      );
    },
  });
  const filter = (change: Partial<typeof view>): void => show({ ...change, cursor: undefined });
  const now = new Date().toISOString();
  const { entries, next = null } = page.data ?? {};
  return (
    <>
      <div>
        <PageHeading title={t('layout.activity.title')} />
        <p>{t('activity.lead')}</p>
      </div>
      <Card
        title={t('activity.title')}
        aside={
          <Button icon="tray" busy={save.isPending} onClick={() => save.mutate()}>
            {t('activity.csv')}
          </Button>
        }
      >
        <div role="search">
          <FieldRow>
            <SelectField
              label={t('activity.columns.who')}
              value={view.person ?? ''}
              options={[
                ['', t('activity.everybody')],
                ...(members.data?.members ?? []).map(
                  ({ id, name, email }) => [id, name || email] as const,
                ),
              ]}
              onChoose={(person) => filter({ person: person || undefined })}
            />
            <SelectField
              label={t('activity.columns.act')}
              value={view.kind ?? ''}
              options={[
                ['', t('activity.everything')],
                ...ACTIVITY_KINDS.map((kind) => [kind, t(`activity.kinds.${kind}`)] as const),
              ]}
              onChoose={(kind) => filter({ kind: kind || undefined })}
            />
            {(['from', 'to'] as const).map((name) => (
              <TextField
                key={name}
                type="date"
                label={t(`activity.${name}`)}
                value={view[name] ?? ''}
                onChange={({ target }) => filter({ [name]: target.value || undefined })}
              />
            ))}
          </FieldRow>
        </div>
        <QueryContent query={page} failed={t('activity.failed')}>
          <DataTable
            caption={t('activity.title')}
            columns={[
              {
                label: t('activity.columns.at'),
                sorted: 'descending',
                cell: ({ at }) => <time dateTime={at}>{format.moment(at, now)}</time>,
              },
              { label: t('activity.columns.who'), heading: true, cell: whoOf },
              { label: t('activity.columns.act'), cell: whatOf },
              {
                label: t('activity.columns.object'),
                cell: (row) => {
                  const change = changeOf(row);
                  return (
                    <>
                      {row.name || (change ? '' : '–')}
                      {row.name && change && <br />}
                      {change && <span className="muted">{change}</span>}
                    </>
                  );
                },
              },
              { label: t('activity.columns.from'), cell: ({ by }) => by || '–' },
            ]}
            rows={entries}
            keyOf={({ id }) => id}
            empty={t(next === null ? 'activity.empty' : 'activity.emptyPage')}
          />
        </QueryContent>
        {(view.cursor !== undefined || next !== null) && (
          <nav aria-label={t('activity.pages')} className="wrap">
            {view.cursor !== undefined && (
              <PageButton to={hrefOf({ cursor: undefined })}>{t('activity.newest')}</PageButton>
            )}
            {next !== null && (
              <PageButton to={hrefOf({ cursor: next })}>{t('activity.older')}</PageButton>
            )}
          </nav>
        )}
      </Card>
    </>
  );
}
