import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import {
  lowCreditsRoutes,
  type LowCredits as Chosen,
  automaticTopUp,
} from '../../../../shared/contract/low-credits.ts';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { useApi } from '../../lib/api.ts';
import { PLAN_TYPE } from '../../../../shared/model/plans/plan-type.ts';
import { useMay, useMe } from '../../lib/me.ts';
import { plansQuery, usePrice } from '../../lib/price.ts';
import { useFormat } from '../../lib/use-format.ts';
import { FieldRow, Form, SubmitButton } from '../../ui/form/form.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { typedNumberSchema } from '../../ui/form/typed-number.ts';
import styles from './plan-state.module.css';
import { lowCreditsQuery } from './queries.ts';

const schema = z.object({
  warn_below: z.pipe(typedNumberSchema, lowCreditsRoutes.saveLowCredits.body.shape.warn_below),
  plan_id: z.optional(z.string()),
  below: z.optional(z.pipe(typedNumberSchema, automaticTopUp.shape.below)),
  times_a_month: z.optional(z.pipe(typedNumberSchema, automaticTopUp.shape.times_a_month)),
});

export function LowCreditsSettings() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const settings = useQuery(lowCreditsQuery(api));
  // Without the packs, the form would not contain the chosen one, and saving would disable the
  // top-up.
  const plans = useQuery(plansQuery(api));

  const submit = async (form: z.output<typeof schema>): Promise<void> => {
    const { warn_below, plan_id, below = 0, times_a_month = 1 } = form;
    const top_up = plan_id ? { plan_id, below, times_a_month } : null;
    const { data } = await api(lowCreditsRoutes.saveLowCredits, { body: { warn_below, top_up } });
    queries.setQueryData(lowCreditsQuery(api).queryKey, data);
    toast.success(t('billing.lowCredits.saved'));
  };

  return (
    <QueryContent query={settings.data ? plans : settings} failed={t('billing.lowCredits.failed')}>
      {settings.data && plans.data && (
        <Form schema={schema} onSubmit={submit}>
          <TextField
            name="warn_below"
            label={t('billing.lowCredits.warnBelow')}
            hint={t('billing.lowCredits.warnHint')}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={settings.data.warn_below ?? ''}
          />
          <TopUpFields topUpSettings={settings.data.top_up} plans={plans.data} />
          <TopUpState topUpSettings={settings.data.top_up} />
          <div>
            <SubmitButton>{t('billing.lowCredits.save')}</SubmitButton>
          </div>
        </Form>
      )}
    </QueryContent>
  );
}

interface TopUpProps {
  topUpSettings: Chosen['top_up'];
  plans: readonly PlanRow[];
}

function TopUpFields({ topUpSettings, plans }: TopUpProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const priceOf = usePrice();
  const { api_key: key, stripe_customer_id: customer } = useMe();
  // Only administrators see the key, which exists from the first payment on.
  const hasPaid = useMay()('admin') ? key !== null : customer !== null;
  const packs = plans.filter(({ type }) => type === PLAN_TYPE.credits);
  const [planId, setPlanId] = useState(topUpSettings?.plan_id ?? '');
  if (!hasPaid && topUpSettings === null) return <p>{t('billing.lowCredits.topUpUnpaid')}</p>;
  const pack = packs.find(({ id }) => id === planId);
  return (
    <>
      <SelectField
        name="plan_id"
        label={t('billing.lowCredits.topUp')}
        value={planId}
        options={[
          ['', t('billing.lowCredits.topUpOff')],
          ...packs.map(({ id, credits, price_cents, vat }) => {
            const price = priceOf(price_cents, vat);
            const label = t('billing.lowCredits.pack', { credits: format.number(credits), price });
            return [id, label] as const;
          }),
        ]}
        onChoose={setPlanId}
      />
      {pack && (
        <>
          <FieldRow>
            <TextField
              name="below"
              label={t('billing.lowCredits.below')}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={topUpSettings?.below ?? ''}
            />
            <TextField
              name="times_a_month"
              label={t('billing.lowCredits.times')}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={topUpSettings?.times_a_month ?? 1}
            />
          </FieldRow>
          <p>{t('billing.lowCredits.consent', { price: priceOf(pack.price_cents, pack.vat) })}</p>
        </>
      )}
    </>
  );
}

function TopUpState({ topUpSettings }: { topUpSettings: Chosen['top_up'] }) {
  const { t } = useTranslation();
  if (topUpSettings === null) return null;
  const {
    status,
    times_this_month: times,
    times_a_month: monthlyLimit,
    pay_url,
    card_url,
  } = topUpSettings;
  return (
    <Notice tone={status === 'on' && pay_url === null ? 'info' : 'risky'}>
      <div className={styles.due}>
        <p>{t(`billing.lowCredits.status.${status}`, { times, most: monthlyLimit })}</p>
        <p className="wrap">
          {pay_url !== null && (
            <LinkButton href={pay_url}>{t('billing.lowCredits.pay')}</LinkButton>
          )}
          <LinkButton href={card_url}>
            {t(`billing.lowCredits.${status === 'card_missing' ? 'saveCard' : 'otherCard'}`)}
          </LinkButton>
        </p>
      </div>
    </Notice>
  );
}
