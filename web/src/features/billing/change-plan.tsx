import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { plansQuery, usePrice } from '../../lib/price.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import styles from './change-plan.module.css';
import { nextPayment, classifyPlanChange } from './plan-change.ts';
import { usePlanTitle } from './plan-labels.ts';

/** A button whose dialog states what a change of plan costs, and when it takes effect. */
export function ChangePlan({ plan }: { plan: PlanRow }) {
  const { t } = useTranslation();
  const name = usePlanTitle()(plan);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [text, ...otherTerms] = useTerms(plan);
  return (
    <>
      <Button
        wide
        aria-haspopup="dialog"
        aria-label={t('billing.change.buttonNamed', { name })}
        onClick={() => setOpen(true)}
      >
        {t('billing.change.button')}
      </Button>
      <Modal open={open} onClose={close} title={t('billing.change.title', { name })} text={text}>
        {otherTerms.length > 0 && (
          <ul className={styles.terms}>
            {otherTerms.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <ModalActions onCancel={close}>
          <LinkButton variant="primary" href={plan.payment_url}>
            {t('billing.change.continue')}
          </LinkButton>
        </ModalActions>
      </Modal>
    </>
  );
}

function useTerms(chosen: PlanRow): readonly string[] {
  const { t } = useTranslation();
  const format = useFormat();
  const titleOf = usePlanTitle();
  const price = usePrice()(chosen.price_cents, chosen.vat);
  const { plan } = useMe();
  const currentPlan = useQuery(plansQuery(useApi())).data?.find(({ id }) => id === plan?.id);
  if (plan === null) return [];
  const periodEnd = plan.ends_at ?? plan.renews_at;
  const date = periodEnd === null ? '' : format.date(periodEnd);
  const credits = (row: PlanRow) => t('billing.pricing.credits', { count: row.credits });
  const keptCredits = currentPlan
    ? [t('billing.change.kept', { credits: credits(currentPlan) })]
    : [];
  const kind = classifyPlanChange(plan, currentPlan, chosen);
  switch (kind) {
    case 'larger':
      return [
        t('billing.change.today', { price, credits: credits(chosen) }),
        ...keptCredits,
        t('billing.change.next', {
          price,
          date: format.date(nextPayment(new Date(), chosen.interval).toISOString()),
        }),
        t('billing.change.noReturn', { date }),
      ];
    case 'smaller':
      return [
        t('billing.change.nothingToday'),
        t('billing.change.from', { date, price, plan: titleOf(chosen) }),
        ...keptCredits,
      ];
    default:
      return [`${t(`billing.change.${kind}`, { date })} ${t('billing.change.comeBack')}`];
  }
}
