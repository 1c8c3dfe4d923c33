import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { formatScriptTag, formatServerSample } from './snippets.ts';
import { TryDialog } from './try-dialog.tsx';

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
  const { id, name, origins, daily_checks, live_key, test_key, secret, days } = form;
  const sum = (counter: Exclude<keyof DailyFormCounts, 'day'>): number =>
    days.reduce((total, day) => total + day[counter], 0);
  const close = (): void => setOpen(undefined);
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
        <CopyableCode code={`TAMIS_FORM_SECRET=${secret}`} name="TAMIS_FORM_SECRET" />
        <CopyableCode code={formatServerSample(live_key, test_key)} name={t('forms.server')} />
      </details>
      {open === 'change' && <FormDialog form={form} onClose={close} />}
      {open === 'try' && <TryDialog form={form} onClose={close} />}
    </Card>
  );
}
