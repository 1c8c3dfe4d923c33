import { useContext, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { MeContext } from '../../lib/me.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangePlan } from './change-plan.tsx';
import { featuresOf, usePlanTitle, usePriceUnit } from './plan-labels.ts';
import styles from './plans.module.css';

interface Props {
  title: string;
  lead: string;
  aside?: ReactNode;
  plans: readonly PlanRow[];
  current: string | undefined;
  /** Features that all plans share, and which the cards therefore omit. */
  common: readonly string[];
  /** Proposed plans. A plan that occurs twice should be bought twice. */
  proposed: readonly PlanRow[];
  mark: string;
}

export function PlanGroup(props: Props) {
  const { title, lead, aside, plans, current, common, proposed, mark } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={`between ${styles.header}`}>
        <div>
          <h2 id={id}>{title}</h2>
          <p className="muted">{lead}</p>
        </div>
        {aside}
      </div>
      <ul className={styles.grid}>
        {plans.map((plan) => {
          const quantity = proposed.filter((each) => each === plan).length;
          return (
            <li
              key={plan.id}
              id={plan.id}
              className={`panel ${styles.card} ${quantity > 0 ? styles.proposed : ''}`}
            >
              <PlanCard plan={plan} current={plan.id === current} common={common} />
              {quantity > 0 && (
                <p className={styles.mark}>
                  {quantity === 1
                    ? mark
                    : t('billing.estimate.markTimes', { mark, times: quantity })}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CardProps {
  plan: PlanRow;
  current: boolean;
  common: readonly string[];
}

function PlanCard({ plan, current, common }: CardProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const subscribed = Boolean(useContext(MeContext)?.plan);
  const name = usePlanTitle()(plan);
  const unitOf = usePriceUnit();
  const isOneTime = plan.interval === 'once';
  return (
    <>
      <h3 className="subheading">{t('billing.pricing.credits', { count: plan.credits })}</h3>
      <p>
        <strong className={styles.price}>{format.euros(plan.price_cents)}</strong>
        <span className={styles.unit}>{unitOf(plan)}</span>
      </p>
      <ul className={styles.items}>
        {featuresOf(plan, i18n.language)
          .filter((item) => !common.includes(item))
          .map((item) => (
            <Item key={item} text={item} />
          ))}
      </ul>
      {current ? (
        <Button wide disabled>
          {t('billing.pricing.current')}
        </Button>
      ) : !isOneTime && subscribed ? (
        <ChangePlan plan={plan} />
      ) : (
        <LinkButton
          wide
          href={plan.payment_url}
          aria-label={t(isOneTime ? 'billing.pricing.buyNamed' : 'billing.pricing.subscribeNamed', {
            name,
          })}
        >
          {t(isOneTime ? 'billing.pricing.buy' : 'billing.pricing.subscribe')}
        </LinkButton>
      )}
    </>
  );
}

const Item = ({ text }: { text: string }) => (
  <li>
    <Icon name="check" />
    {text}
  </li>
);

export function CommonFeatures({ items }: { items: readonly string[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.common} aria-labelledby={id}>
      <h2 id={id}>{t('billing.pricing.common')}</h2>
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={item} text={item} />
        ))}
      </ul>
    </section>
  );
}
