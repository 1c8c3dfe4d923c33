import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { type SecuritySettings, securityRoutes } from '../../../../shared/contract/security.ts';
import { isShownKey } from '../../../../shared/model/access.ts';
import { useApi } from '../../lib/api.ts';
import { refreshMe } from '../../lib/me-query.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

type AccessRow = SecuritySettings['access'][number];

const endForm = z.object({ since: z.iso.date(), reset_keys: z.boolean() });

/** Returns the start of a local day, such as `2026-11-20`, in ISO 8601 UTC. */
const startOf = (day: string): string => new Date(`${day}T00:00`).toISOString();

/**
 * Lists what can act for the account, with buttons that revoke one item, or all items since a day.
 */
export function AccessList({ rows, queryKey }: { rows: readonly AccessRow[]; queryKey: string[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const queries = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const [day, setDay] = useState(() => new Date().toLocaleDateString('sv'));
  const [resetsKeys, setResetsKeys] = useState(false);

  const nameOf = ({ kind, id, name, current }: AccessRow): string => {
    if (current) return t('security.access.current');
    if (isShownKey(id)) return t(`security.access.${id === 'test' ? 'test' : 'first'}`);
    if (id === 'totp') return t('security.app.title');
    return [t(`security.access.kinds.${kind}`), name].filter(Boolean).join(' · ');
  };
  const moment = (at: string | null) =>
    at === null ? (
      t('security.access.unknown')
    ) : (
      <time dateTime={at}>{format.moment(at, new Date().toISOString())}</time>
    );
  const refresh = async (): Promise<void> => {
    toast.success(t('security.access.ended'));
    await Promise.all([queries.invalidateQueries({ queryKey }), refreshMe(queries)]);
  };
  const isEnded = ({ kind, id, current, added_at: at }: AccessRow): boolean => {
    if (current) return false;
    if (isShownKey(id)) return resetsKeys;
    return kind === 'session' || (day !== '' && at !== null && at >= startOf(day));
  };
  const ended = rows.filter(isEnded);

  return (
    <Card title={t('security.access.title')}>
      <p className="prose">{t('security.access.lead')}</p>
      <DataTable
        caption={t('security.access.title')}
        columns={[
          { label: t('security.access.what'), heading: true, cell: nameOf },
          { label: t('security.access.since'), cell: (row) => moment(row.added_at) },
          {
            label: t('security.access.by'),
            cell: (row) => row.added_by ?? t('security.access.unknown'),
          },
          { label: t('security.passkeys.used'), cell: (row) => moment(row.last_used_at) },
          {
            label: t('security.access.end'),
            action: true,
            cell: (row) =>
              !row.current && (
                <ConfirmButton
                  button={{
                    icon: 'trash',
                    label: t('security.access.endNamed', { name: nameOf(row) }),
                  }}
                  title={t('security.access.endTitle', { name: nameOf(row) })}
                  text={t(`security.access.${isShownKey(row.id) ? 'resetText' : 'endText'}`)}
                  confirm={t('security.access.end')}
                  call={() =>
                    api(securityRoutes.endAccess, { body: { kind: row.kind, id: row.id } })
                  }
                  onDone={refresh}
                />
              ),
          },
        ]}
        rows={rows}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty=""
      />
      <div>
        <Button variant="danger" onClick={() => setIsEnding(true)}>
          {t('security.access.endAll')}
        </Button>
      </div>
      <Modal
        open={isEnding}
        onClose={() => setIsEnding(false)}
        title={t('security.access.endAll')}
        text={t('security.access.endAllText')}
      >
        <Form
          schema={endForm}
          onSubmit={async ({ since, reset_keys }) => {
            const body = { since: startOf(since), reset_keys };
            await api(securityRoutes.endAccess, { body });
            setIsEnding(false);
            await refresh();
          }}
        >
          <TextField
            name="since"
            type="date"
            label={t('security.access.sinceDay')}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <CheckboxField
            name="reset_keys"
            label={t('security.access.resetKeys')}
            checked={resetsKeys}
            onChange={({ target }) => setResetsKeys(target.checked)}
          />
          <div role="status">
            {ended.length > 0 && <p>{t('security.access.stops', { count: ended.length })}</p>}
            <ul>
              {ended.map((row) => (
                <li key={`${row.kind} ${row.id}`}>{nameOf(row)}</li>
              ))}
            </ul>
          </div>
          <ModalActions onCancel={() => setIsEnding(false)}>
            <SubmitButton variant="danger">{t('security.access.end')}</SubmitButton>
          </ModalActions>
        </Form>
      </Modal>
    </Card>
  );
}
