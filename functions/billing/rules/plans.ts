import { PLAN_TYPE, type PlanInterval, type PlanType } from '../../../shared/model/plan-type.ts';

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
  /** How often it is paid. */
  readonly interval: PlanInterval;
  /** Added at each payment. */
  readonly credits: number;
  /** Euro cents, excluding VAT. */
  readonly cents: number;
  /** Items separated by `|`; describePlan fills in a price. */
  readonly description: string;
  readonly descriptionFr: string;
}

/** Euro cents as `€1,000.00` in every language: programs compare it, so it has one form. */
export const euros = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });

const count = (credits: number, locale: 'en' | 'fr'): string => credits.toLocaleString(locale);

/** Where a description has the price of a thousand addresses. */
const PER_THOUSAND = '{perThousand}';

/** What a sum is called, after it. */
const CALLED = {
  en: { excluded: ' excl. VAT', included: ' incl. VAT', not_applicable: '', none: '' },
  fr: { excluded: ' HT', included: ' TTC', not_applicable: '', none: '' },
};

/**
 * What a plan brings, items separated by `|`.
 * @param cents of the price that is shown
 * @param vat what this price says of VAT
 */
export function describePlan(
  { credits, description, descriptionFr }: PlanVersion,
  locale: 'en' | 'fr',
  cents: number,
  vat: keyof typeof CALLED.en,
): string {
  const currency = { style: 'currency', currency: 'EUR' } as const;
  const price = ((cents / credits) * 10).toLocaleString(locale, currency);
  const text = locale === 'fr' ? descriptionFr : description;
  return text.replace(PER_THOUSAND, `${price}${CALLED[locale][vat]}`);
}

/** What every plan has. The page of the prices says it once. */
const COMMON = {
  en: [
    'Credits never expire',
    'Unknown results and duplicates are free',
    'Single emails, CSV and TXT lists',
    'API access included',
  ],
  fr: [
    'Crédits sans date d’expiration',
    'Résultats inconnus et doublons gratuits',
    'E-mails à l’unité, listes CSV et TXT',
    'Accès à l’API inclus',
  ],
};

const pack = (credits: number, cents: number, version = 1): PlanVersion => ({
  id: `pack_${credits}_v${version}`,
  planId: `pack_${credits}`,
  type: PLAN_TYPE.credits,
  interval: 'once',
  credits,
  cents,
  description: [
    `${count(credits, 'en')} credits, paid once`,
    `${PER_THOUSAND} per 1,000 emails`,
    ...COMMON.en,
  ].join('|'),
  descriptionFr: [
    `${count(credits, 'fr')} crédits, en un seul paiement`,
    `${PER_THOUSAND} pour 1 000 e-mails`,
    ...COMMON.fr,
  ].join('|'),
});

const monthly = (credits: number, cents: number, version = 1): PlanVersion => ({
  id: `monthly_${credits}_v${version}`,
  planId: `monthly_${credits}`,
  type: PLAN_TYPE.subscription,
  interval: 'month',
  credits,
  cents,
  description: [
    `${count(credits, 'en')} credits added every month`,
    `${PER_THOUSAND} per 1,000 emails`,
    'Cancel at any time',
    ...COMMON.en,
  ].join('|'),
  descriptionFr: [
    `${count(credits, 'fr')} crédits ajoutés chaque mois`,
    `${PER_THOUSAND} pour 1 000 e-mails`,
    'Résiliable à tout moment',
    ...COMMON.fr,
  ].join('|'),
});

/** What a year costs, and brings, in months. */
const MONTHS_PAID = 10;
const MONTHS = 12;

/** A year of a monthly plan: all its credits at once. */
function yearly(monthlyCredits: number, monthlyCents: number, version = 1): PlanVersion {
  const credits = MONTHS * monthlyCredits;
  const cents = MONTHS_PAID * monthlyCents;
  return {
    id: `yearly_${credits}_v${version}`,
    planId: `yearly_${credits}`,
    type: PLAN_TYPE.subscription,
    interval: 'year',
    credits,
    cents,
    description: [
      `${count(credits, 'en')} credits added at once, every year`,
      `${PER_THOUSAND} per 1,000 emails`,
      'Twelve months for the price of ten',
      ...COMMON.en,
    ].join('|'),
    descriptionFr: [
      `${count(credits, 'fr')} crédits ajoutés en une fois, chaque année`,
      `${PER_THOUSAND} pour 1 000 e-mails`,
      'Douze mois pour le prix de dix',
      ...COMMON.fr,
    ].join('|'),
  };
}

/** Every version that was ever sold, in the order of the page; the last of a plan is sold. */
export const PLAN_VERSIONS: readonly PlanVersion[] = [
  monthly(5_000, 15_00),
  monthly(25_000, 50_00),
  monthly(100_000, 120_00),
  monthly(500_000, 500_00),
  yearly(5_000, 15_00),
  yearly(25_000, 50_00),
  yearly(100_000, 120_00),
  yearly(500_000, 500_00),
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
