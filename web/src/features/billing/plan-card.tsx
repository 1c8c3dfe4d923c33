import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './plans.module.css';

/** A plan with its price and what it brings. The plan that the customer has cannot be bought. */
export function PlanCard({ plan, current }: { plan: PlanRow; current: boolean }) {
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
