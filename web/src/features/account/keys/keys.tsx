import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { type KeyRow, keyRoutes } from '../../../../../shared/contract/keys.ts';
import { useApi } from '../../../lib/api.ts';
import { useMay } from '../../../lib/me.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { QueryContent } from '../../../ui/table/loaded.tsx';

/** React Query key to invalidate after an API key was created, reset or revoked. */
export const API_KEYS_QUERY_KEY = ['keys'];

function useKeys() {
  const api = useApi();
  return useQuery({
    queryKey: API_KEYS_QUERY_KEY,
    queryFn: async ({ signal }) => (await api(keyRoutes.listKeys, {}, { signal })).data.keys,
  });
}

export function FirstKeyLastUse() {
  const { t } = useTranslation();
  const format = useFormat();
  const key = useKeys().data?.find(({ name }) => name === null);
  if (!key) return null;
  const { last_used_at: at } = key;
  return at === null
    ? t('programs.unused')
    : t('programs.lastUsed', { time: format.moment(at, new Date().toISOString()) });
}

/** Keys that the customer has created. Excludes the first key, which has no name. */
export function CreatedKeys() {
  const { t } = useTranslation();
  const format = useFormat();
  const keys = useKeys();
  const may = useMay();
  const rows = keys.data?.flatMap(({ name, ...key }) => (name === null ? [] : [{ ...key, name }]));
  const moment = (at: string | null, none: string) =>
    at === null ? (
      none
    ) : (
      <time className="nowrap" dateTime={at}>
        {format.moment(at, new Date().toISOString())}
      </time>
    );
  const revoke = {
    label: t('programs.keys.revoke'),
    action: true,
    cell: ({ id, name, own }: Pick<KeyRow, 'id' | 'own'> & { name: string }) =>
      (own || may('admin')) && <RevokeKey id={id} name={name} />,
  };
  return (
    <>
      <p className="muted prose">{t('programs.keys.lead')}</p>
      <QueryContent query={keys} failed={t('programs.keys.failed')}>
        {rows && rows.length > 0 && (
          <DataTable
            caption={t('programs.keys.title')}
            columns={[
              {
                label: t('programs.keys.name'),
                heading: true,
                cell: ({ name }) => name,
              },
              {
                label: t('programs.keys.key'),
                cell: ({ masked }) => <code className="nowrap">{masked}</code>,
              },
              { label: t('programs.keys.scopes'), cell: ({ scopes }) => scopes.join(', ') },
              {
                label: t('programs.keys.assistants'),
                cell: ({ assistant_credits }) => format.number(assistant_credits),
              },
              {
                label: t('programs.keys.used'),
                cell: ({ last_used_at }) => moment(last_used_at, t('programs.keys.never')),
              },
              {
                label: t('lists.created'),
                cell: ({ created_at }) =>
                  created_at === null ? (
                    ''
                  ) : (
                    <time className="nowrap" dateTime={created_at}>
                      {format.date(created_at)}
                    </time>
                  ),
              },
              ...(may('admin') || rows.some(({ own }) => own) ? [revoke] : []),
            ]}
            rows={rows}
            keyOf={({ id }) => id}
            empty=""
          />
        )}
      </QueryContent>
    </>
  );
}

/** Revokes a key. Asks for confirmation, because programs with this key stop working. */
function RevokeKey({ id, name }: { id: KeyRow['id']; name: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      button={{ icon: 'trash', label: t('programs.keys.revokeNamed', { name }) }}
      title={t('programs.keys.revokeTitle', { name })}
      text={t('programs.keys.revokeText')}
      confirm={t('programs.keys.revoke')}
      call={() =>
        api(keyRoutes.revokeKey, { params: { id } }).finally(
          () => void queries.invalidateQueries({ queryKey: API_KEYS_QUERY_KEY }),
        )
      }
      onDone={() => toast.success(t('programs.keys.revoked'))}
    />
  );
}
