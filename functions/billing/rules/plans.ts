import { PLAN_TYPE, type PlanType } from '../../../shared/model/plan-type.ts';

/**
 * A plan as it is sold from some day on. A version never changes and is never removed: who
 * bought it gets what it says, and the price of each at Stripe is found by its id (`lookup_key`).
 */
export interface PlanVersion {
  /** Names the version, also at Stripe. */
  readonly id: string;
  /** Names the plan through all its versions. */
  readonly planId: string;
  readonly type: PlanType;
  /** Added at each payment. */
  readonly credits: number;
  /** Euro cents, excluding VAT. */
  readonly cents: number;
  /** Items separated by `|`. */
  readonly description: string;
  readonly descriptionFr: string;
}

/** Euro cents as `€1,000.00` in every language: programs compare it, so it has one form. */
export const euros = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });

const count = (credits: number, locale: 'en' | 'fr'): string => credits.toLocaleString(locale);

/** What a thousand addresses cost, in euros. */
const perThousand = (credits: number, cents: number, locale: 'en' | 'fr'): string =>
  ((cents / credits) * 10).toLocaleString(locale, { style: 'currency', currency: 'EUR' });

const pack = (credits: number, cents: number, version = 1): PlanVersion => ({
  id: `pack_${credits}_v${version}`,
  planId: `pack_${credits}`,
  type: PLAN_TYPE.credits,
  credits,
  cents,
  description: [
    `${count(credits, 'en')} credits, paid once`,
    `${perThousand(credits, cents, 'en')} per 1,000 emails`,
    'Credits never expire',
    'Unknown results and duplicates are free',
    'Single emails, CSV and TXT lists',
    'API access included',
  ].join('|'),
  descriptionFr: [
    `${count(credits, 'fr')} crédits, en un seul paiement`,
    `${perThousand(credits, cents, 'fr')} pour 1 000 e-mails`,
    'Crédits sans date d’expiration',
    'Résultats inconnus et doublons gratuits',
    'E-mails à l’unité, listes CSV et TXT',
    'Accès à l’API inclus',
  ].join('|'),
});

const subscription = (credits: number, cents: number, version = 1): PlanVersion => ({
  id: `monthly_${credits}_v${version}`,
  planId: `monthly_${credits}`,
  type: PLAN_TYPE.subscription,
  credits,
  cents,
  description: [
    `${count(credits, 'en')} credits every month`,
    `${perThousand(credits, cents, 'en')} per 1,000 emails`,
    'Added to the credits you have left',
    'Credits never expire',
    'Unknown results and duplicates are free',
    'API access included',
    'Cancel at any time',
  ].join('|'),
  descriptionFr: [
    `${count(credits, 'fr')} crédits chaque mois`,
    `${perThousand(credits, cents, 'fr')} pour 1 000 e-mails`,
    'Ajoutés à vos crédits restants',
    'Crédits sans date d’expiration',
    'Résultats inconnus et doublons gratuits',
    'Accès à l’API inclus',
    'Résiliable à tout moment',
  ].join('|'),
});

/** Every version that was ever sold, in the order of the page; the last of a plan is sold. */
export const PLAN_VERSIONS: readonly PlanVersion[] = [
  subscription(5_000, 15_00),
  subscription(25_000, 50_00),
  subscription(100_000, 120_00),
  subscription(500_000, 500_00),
  pack(1_000, 5_00),
  pack(5_000, 20_00),
  pack(10_000, 30_00),
  pack(50_000, 90_00),
  pack(100_000, 150_00),
  pack(1_000_000, 1_000_00),
];

/** The version by its id, also one that is no longer sold. */
export const planVersion = (id: string): PlanVersion | undefined =>
  PLAN_VERSIONS.find((version) => version.id === id);

/** What is sold today: the last version of each plan. */
export const plansOnSale = (
  versions: readonly PlanVersion[] = PLAN_VERSIONS,
): readonly PlanVersion[] => [
  ...new Map(versions.map((version) => [version.planId, version])).values(),
];
