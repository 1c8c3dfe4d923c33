import { PLAN_TYPE, type PlanInterval, type PlanType } from '../../../shared/model/plan-type.ts';
import { widenSpaces } from '../../../shared/model/wide-spaces.ts';

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

const PER_THOUSAND = '{perThousand}';

/** What a sum is called, after it. */
const CALLED = {
  en: { excluded: ' excl. VAT', not_applicable: '' },
  fr: { excluded: ' HT', not_applicable: '' },
};

/**
 * What a plan brings, items separated by `|`.
 * @param vat what the price says of VAT
 */
export function describePlan(
  { credits, cents, description, descriptionFr }: PlanVersion,
  locale: 'en' | 'fr',
  vat: keyof typeof CALLED.en,
): string {
  const currency = { style: 'currency', currency: 'EUR' } as const;
  const price = widenSpaces(((cents / credits) * 10).toLocaleString(locale, currency));
  const text = locale === 'fr' ? descriptionFr : description;
  return text.replace(PER_THOUSAND, `${price}${CALLED[locale][vat]}`);
}

const COMMON = {
  en: [
    'Credits never expire',
    'Unknown results and duplicates are free',
    'Single emails, and lists in CSV, TXT or Excel',
    'API access included',
  ],
  fr: [
    'Crédits sans date d’expiration',
    'Résultats inconnus et doublons gratuits',
    'E-mails à l’unité, listes CSV, TXT ou Excel',
    'Accès à l’API inclus',
  ],
};

/** What one kind of plans says of itself: what it brings, and what else is to be said of it. */
type Texts = Readonly<Record<'en' | 'fr', (count: string) => readonly [string, string?]>>;

/** A kind of plans, each named by its credits. */
const kindOf =
  (name: string, type: PlanType, interval: PlanInterval, texts: Texts) =>
  (credits: number, cents: number, version = 1): PlanVersion => {
    const describe = (locale: 'en' | 'fr', perThousand: string): string => {
      const [brings, ...more] = texts[locale](widenSpaces(credits.toLocaleString(locale)));
      return [brings, perThousand, ...more, ...COMMON[locale]].join('|');
    };
    return {
      id: `${name}_${credits}_v${version}`,
      planId: `${name}_${credits}`,
      type,
      interval,
      credits,
      cents,
      description: describe('en', `${PER_THOUSAND} per 1,000 emails`),
      descriptionFr: describe('fr', `${PER_THOUSAND} pour 1 000 e-mails`),
    };
  };

const pack = kindOf('pack', PLAN_TYPE.credits, 'once', {
  en: (count) => [`${count} credits, paid once`],
  fr: (count) => [`${count} crédits, en un seul paiement`],
});

const monthly = kindOf('monthly', PLAN_TYPE.subscription, 'month', {
  en: (count) => [`${count} credits added every month`, 'Cancel at any time'],
  fr: (count) => [`${count} crédits ajoutés chaque mois`, 'Résiliable à tout moment'],
});

const yearOf = kindOf('yearly', PLAN_TYPE.subscription, 'year', {
  en: (count) => [
    `${count} credits added at once, every year`,
    'Twelve months for the price of ten',
  ],
  fr: (count) => [
    `${count} crédits ajoutés en une fois, chaque année`,
    'Douze mois pour le prix de dix',
  ],
});

/** What a year costs, and brings, in months. */
const MONTHS_PAID = 10;
const MONTHS = 12;

/** A year of a monthly plan: all its credits at once. */
const yearly = (monthlyCredits: number, monthlyCents: number): PlanVersion =>
  yearOf(MONTHS * monthlyCredits, MONTHS_PAID * monthlyCents);

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
