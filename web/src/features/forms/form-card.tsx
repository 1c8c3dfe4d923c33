import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import {
  type DailyFormCounts,
  type FormRow,
  formRoutes,
} from '../../../../shared/contract/forms.ts';
import { useApi, useConfig } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyableCode } from '../../ui/code/code.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { Figures } from '../../ui/table/figures.tsx';
import { FormDialog } from './form-dialog.tsx';
import styles from './forms.module.css';
import { formsQuery } from './queries.ts';
import { watch } from '../../../../packages/form/src/index.ts';
import { useMe } from '../../lib/me.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/** Immutable path and integrity hash of the current script, from web/form-script.ts. */
declare const FORM_SCRIPT: { readonly file: string; readonly integrity: string };

/** The hash pins the current version of the script. */
const formatScriptTag = (origin: string, key: string): string =>
  `<script src="${origin}${FORM_SCRIPT.file}" integrity="${FORM_SCRIPT.integrity}" crossorigin="anonymous" data-key="${key}" async></script>`;

/** Returns sample server code that verifies a form's token, which is a JSON Web Token. */
export const formatServerSample = (
  liveKey: string,
  testKey: string,
): string => `import { jwtVerify } from 'jose';

// The key in your page, which is the audience of its tokens. To use the test key, replace it with
// ${testKey}
const audience = '${liveKey}';
const secret = new TextEncoder().encode(process.env.TAMIS_FORM_SECRET);
// Without a token, the address was not checked, and the form is submitted as usual.
const { payload } = body.tamis_token
  ? await jwtVerify(body.tamis_token, secret, { audience })
  : { payload: {} };
// A token is valid only for the address in it.
const status = payload.sub === body.email ? payload.status : undefined;`;

/** Demonstrates a form with the field and script that visitors would get. */
function TryDialog({ form, onClose }: { form: FormRow; onClose: () => void }) {
  const { t } = useTranslation();
  const url = useConfig().apiHost || location.origin;
  const hasPaid = useMe().api_key !== null;
  const key = hasPaid ? form.live_key : form.test_key;
  useEffect(() => watch({ key, url }), [key, url]);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('forms.tryTitle', { name: form.name })}
      text={t(hasPaid ? 'forms.tryText' : 'forms.tryUnpaid')}
    >
      <TextField type="email" label={t('forms.tryField')} autoComplete="off" />
    </Modal>
  );
}

const BLOCK_ATTRIBUTE = 'data-block="undeliverable disposable"';
const RESULT_COUNTERS = ['asked', 'suggested', 'undeliverable', 'disposable'] as const;
const PROBLEM_COUNTERS = [
  ['over_bound', 'risky'],
  ['unanswered', 'risky'],
  ['wrong_origin', 'info'],
] as const;

export function FormCard({ form }: { form: FormRow }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'change' | 'try'>();
  const origin = useConfig().apiHost || location.origin;
  const { id, name, origins, daily_checks, live_key, test_key, days } = form;
  const sum = (counter: Exclude<keyof DailyFormCounts, 'day'>): number =>
    days.reduce((total, day) => total + day[counter], 0);
  const close = (): void => setOpen(undefined);
  const [secret, setSecret] = useState<string>();
  const showSecret = useMutation({
    mutationFn: async () =>
      setSecret((await api(formRoutes.getFormSecret, { params: { id } })).data.secret),
  });
  return (
    <Card
      title={name}
      aside={
        <div className="wrap">
          <Button onClick={() => setOpen('try')}>{t('forms.tryIt')}</Button>
          <Button onClick={() => setOpen('change')}>{t('forms.change')}</Button>
          <ConfirmButton
            button={{
              variant: 'danger',
              children: t('forms.delete'),
              label: t('forms.deleteNamed', { name }),
            }}
            title={t('forms.deleteQuestion', { name })}
            text={t('forms.deleteText')}
            confirm={t('forms.delete')}
            call={() => api(formRoutes.deleteForm, { params: { id } })}
            onDone={async () => {
              toast.success(t('forms.deleted'));
              await queries.invalidateQueries(formsQuery(api));
            }}
          />
        </div>
      }
    >
      <FactList>
        <Fact wide label={t('forms.origins')}>
          {origins.join(', ')}
        </Fact>
        <Fact label={t('forms.daily')}>{daily_checks}</Fact>
      </FactList>
      {days.length > 0 && (
        <section className={styles.part}>
          <h3>{t('forms.week')}</h3>
          <Figures
            figures={RESULT_COUNTERS.map((counter) => [t(`forms.${counter}`), sum(counter)])}
          />
          {PROBLEM_COUNTERS.filter(([counter]) => sum(counter) > 0).map(([counter, tone]) => (
            <Notice key={counter} tone={tone}>
              {t(`forms.${counter}`, { count: sum(counter) })}
            </Notice>
          ))}
        </section>
      )}
      <section className={styles.part}>
        <h3>{t('forms.page')}</h3>
        <CopyableCode code={formatScriptTag(origin, live_key)} name={t('forms.page')} />
        <p className="muted prose">{t('forms.pageText', { attribute: BLOCK_ATTRIBUTE })}</p>
        <p className="muted prose">{t('forms.testText')}</p>
        <CopyableCode code={`data-key="${test_key}"`} name="data-key" />
      </section>
      <details className={styles.part}>
        <summary>{t('forms.server')}</summary>
        <p className="muted prose">{t('forms.serverText')}</p>
        {secret === undefined ? (
          <Button busy={showSecret.isPending} onClick={() => showSecret.mutate()}>
            {t('forms.showSecret')}
          </Button>
        ) : (
          <CopyableCode code={`TAMIS_FORM_SECRET=${secret}`} name="TAMIS_FORM_SECRET" />
        )}
        <CopyableCode code={formatServerSample(live_key, test_key)} name={t('forms.server')} />
      </details>
      {open === 'change' && <FormDialog form={form} onClose={close} />}
      {open === 'try' && <TryDialog form={form} onClose={close} />}
    </Card>
  );
}
