import { useId } from 'react';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { PlanCard } from './plan-card.tsx';
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
