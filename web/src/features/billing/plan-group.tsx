import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './plans.module.css';

interface Props {
  title: string;
  lead: string;
  /** Undefined while they are loading. */
  plans: readonly PlanRow[] | undefined;
  /** The id of the plan that the customer has. */
  current: string | undefined;
}

const PLACEHOLDERS = 4;

/** Plans of one kind, with their heading. */
export function PlanGroup({ title, lead, plans, current }: Props) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id} aria-busy={plans === undefined}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <ul className={styles.grid}>
        {plans === undefined
          ? Array.from({ length: PLACEHOLDERS }, (_, place) => (
              <li key={place} className={styles.placeholder} />
            ))
          : plans.map((plan) => (
              <li key={plan.id} className={styles.card}>
                <PlanCard plan={plan} current={plan.id === current} />
              </li>
            ))}
      </ul>
    </section>
  );
}

/** A plan with its price and what it brings. The plan that the customer has cannot be bought. */
function PlanCard({ plan, current }: { plan: PlanRow; current: boolean }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const monthly = plan.type === PLAN_TYPE.subscription;
  const description = i18n.language === 'fr' ? plan.description_fr : plan.description;
  const count = plan.credits;
  const name = t(monthly ? 'billing.pricing.creditsMonthly' : 'billing.pricing.credits', { count });
  return (
    <>
      <h3 className={styles.name}>{t('billing.pricing.credits', { count })}</h3>
      <p>
        <strong className={styles.price}>{format.euros(plan.price_cents)}</strong>
        <span className={styles.unit}>
          {t(monthly ? 'billing.pricing.perMonth' : 'billing.pricing.once')}
        </span>
      </p>
      <ul className={styles.items}>
        {description.split('|').map((item) => (
          <li key={item}>
            <Icon name="check" />
            {item.trim()}
          </li>
        ))}
      </ul>
      {current ? (
        <Button wide disabled>
          {t('billing.pricing.current')}
        </Button>
      ) : (
        <LinkButton
          href={plan.payment_url}
          wide
          aria-label={t(monthly ? 'billing.pricing.subscribeNamed' : 'billing.pricing.buyNamed', {
            name,
          })}
        >
          {t(monthly ? 'billing.pricing.subscribe' : 'billing.pricing.buy')}
        </LinkButton>
      )}
    </>
  );
}
