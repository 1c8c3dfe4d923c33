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
import { usePlanTitle } from './plan-labels.ts';
import type { Me } from '../../../../shared/contract/account.ts';
import { planChangeStartsImmediately } from '../../../../shared/model/plans/plan-type.ts';

/**
 * Effect of choosing another plan. `larger`: starts and is paid in full immediately; `smaller`:
 * starts after the current period. The other values are states that the customer must first resolve
 * in Stripe's customer portal.
 */
type PlanChange = 'larger' | 'smaller' | 'pastDue' | 'ending' | 'scheduled';

type Priced = Pick<PlanRow, 'interval' | 'price_cents'>;

const priceOf = ({ interval, price_cents: cents }: Priced) => ({ interval, cents });

/** Must match the server's decision in functions/billing/checkout/checkout-url.ts. */
export function classifyPlanChange(
  { past_due, ends_at, changes_to }: NonNullable<Me['plan']>,
  current: Priced | undefined,
  chosen: Priced,
): PlanChange {
  if (past_due) return 'pastDue';
  if (ends_at !== null) return 'ending';
  if (changes_to !== null) return 'scheduled';
  return planChangeStartsImmediately(current && priceOf(current), priceOf(chosen))
    ? 'larger'
    : 'smaller';
}

/**
 * Returns the date of the next payment of a plan that starts now: the same day of the next month or
 * year, or the last day of that month, in UTC
 * (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function nextPayment(moment: Date, interval: PlanRow['interval']): Date {
  const next = new Date(moment);
  next.setUTCMonth(next.getUTCMonth() + (interval === 'year' ? 12 : 1));
  if (next.getUTCDate() !== moment.getUTCDate()) next.setUTCDate(0);
  return next;
}

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
