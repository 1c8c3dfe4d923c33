import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { passkeyName, factorRoutes } from '../../../../shared/contract/factors.ts';
import { type SecuritySettings, securityRoutes } from '../../../../shared/contract/security.ts';
import { MAX_PASSKEYS } from '../../../../shared/model/second-factor.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { refreshMe } from '../../lib/me-query.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { AccessList } from './access.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

// Lazily loaded, because it contains the QR code library.
const AddApp = lazy(async () => ({ default: (await import('./add-app.tsx')).AddApp }));

const SECURITY_QUERY_KEY = ['security'];
const passkeyForm = z.object({ name: passkeyName() });

export function SecurityPage() {
  const { t } = useTranslation();
  const api = useApi();
  const me = useMe();
  const query = useQuery({
    queryKey: SECURITY_QUERY_KEY,
    queryFn: async ({ signal }) => (await api(securityRoutes.getSecurity, {}, { signal })).data,
  });
  return (
    <>
      <PageHeading title={t('layout.security.title')} />
      {me.factor_required && <Notice tone="risky">{t('security.required')}</Notice>}
      <p className="prose">{t('security.lead')}</p>
      <QueryContent query={query} failed={t('security.failed')}>
        {query.data && (
          <>
            {!me.via_sso && <Factors security={query.data} />}
            <AccessList rows={query.data.access} queryKey={SECURITY_QUERY_KEY} />
          </>
        )}
      </QueryContent>
    </>
  );
}

function Factors({ security }: { security: SecuritySettings }) {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useMe();
  const format = useFormat();
  const queries = useQueryClient();
  const [setup, setSetup] = useState<{ challenge: string; secret: string; uri: string }>();
  const [isNaming, setIsNaming] = useState(false);
  const [codes, setCodes] = useState(security.unsaved_codes ?? []);
  const { totp, passkeys, recovery_codes: count, reset_at: resetAt } = security;
  const hasFactor = totp !== null || passkeys.length > 0;
  const [initial] = useState(security);
  useEffect(() => {
    // A change may have removed the button to which a dialog returned the focus.
    if (security !== initial && document.activeElement === document.body)
      document.querySelector('h1')?.focus();
  }, [codes, initial, security]);

  const refresh = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: SECURITY_QUERY_KEY }),
      refreshMe(queries),
    ]);
  };
  const showAdded = async ({ data }: { data: { recovery_codes: string[] } }): Promise<void> => {
    setSetup(undefined);
    setIsNaming(false);
    setCodes(data.recovery_codes);
    toast.success(t('security.added'));
    await refresh();
  };
  const confirmCodes = useMutation({
    mutationFn: async () => {
      setCodes([]);
      await api(factorRoutes.removeFactor, { params: { id: 'unsaved_codes' } });
      await refresh();
    },
  });
  const keep = useMutation({
    mutationFn: async () => {
      await api(factorRoutes.removeFactor, { params: { id: 'reset_at' } });
      toast.success(t('security.reset.done'));
      await refresh();
    },
  });
  const startApp = useMutation({
    mutationFn: async () => setSetup((await api(factorRoutes.startFactor)).data),
  });
  const addPasskey = async ({ name }: { name: string }): Promise<void> => {
    const { createPasskey } = await import('./passkey.ts');
    const { challenge, user_id: userId } = (await api(factorRoutes.startFactor)).data;
    const credential = await createPasskey({ challenge, userId, email, existing: passkeys });
    const body = { method: 'passkey', challenge, name, credential } as const;
    await showAdded(await api(factorRoutes.addFactor, { body }));
  };

  return (
    <>
      {resetAt !== null && (
        <Notice tone="risky">
          <div className="wrap">
            {t('security.reset.text', { time: format.moment(resetAt, new Date().toISOString()) })}
            <Button busy={keep.isPending} onClick={() => keep.mutate()}>
              {t('security.reset.cancel')}
            </Button>
          </div>
        </Notice>
      )}
      <Card title={t('security.app.title')}>
        <p className="prose">{totp ? t('security.app.on') : t('security.app.lead')}</p>
        {!totp && (
          <div>
            <Button busy={startApp.isPending} onClick={() => startApp.mutate()}>
              {t('security.app.add')}
            </Button>
          </div>
        )}
      </Card>
      <Card title={t('security.passkeys.title')}>
        <p className="prose">{t('security.passkeys.lead')}</p>
        {passkeys.length < MAX_PASSKEYS && (
          <div>
            <Button onClick={() => setIsNaming(true)}>{t('security.passkeys.add')}</Button>
          </div>
        )}
      </Card>
      {hasFactor && (
        <Card title={t('security.codes.heading')}>
          <p className="prose">{t('security.codes.left', { count })}</p>
          <div>
            <ConfirmButton
              button={{ children: t('security.codes.renew') }}
              title={t('security.codes.renewTitle')}
              text={t('security.codes.renewText')}
              variant="primary"
              confirm={t('security.codes.renew')}
              call={() => api(factorRoutes.addFactor, { body: { method: 'recovery_codes' } })}
              onDone={async ({ data }) => {
                setCodes(data.recovery_codes);
                await refresh();
              }}
            />
          </div>
        </Card>
      )}
      {setup && (
        <Suspense>
          <AddApp
            {...setup}
            onClose={() => setSetup(undefined)}
            onCode={async (code) => {
              const { challenge, secret } = setup;
              const body = { method: 'totp', challenge, secret, code } as const;
              await showAdded(await api(factorRoutes.addFactor, { body }));
            }}
          />
        </Suspense>
      )}
      <Modal
        open={isNaming}
        onClose={() => setIsNaming(false)}
        title={t('security.passkeys.add')}
        text={t('security.passkeys.nameText')}
      >
        <Form schema={passkeyForm} onSubmit={addPasskey}>
          <TextField
            name="name"
            label={t('security.passkeys.name')}
            hint={t('security.passkeys.nameHint')}
            maxLength={60}
            autoComplete="off"
            autoFocus
          />
          <ModalActions onCancel={() => setIsNaming(false)}>
            <SubmitButton>{t('security.passkeys.create')}</SubmitButton>
          </ModalActions>
        </Form>
      </Modal>
      {codes.length > 0 && (
        <RecoveryCodes
          codes={codes}
          onSaved={() => confirmCodes.mutate()}
          onClose={() => setCodes([])}
        />
      )}
    </>
  );
}
