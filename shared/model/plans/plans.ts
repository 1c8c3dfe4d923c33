import { PLAN_TYPE, type PlanInterval, type PlanType } from './plan-type.ts';
import { replaceNarrowSpaces } from '../wide-spaces.ts';

/**
 * One version of a plan. Versions never change and are never removed, because buyers keep the terms
 * that they bought. The id of a version is the `lookup_key` of its price at Stripe.
 */
export interface PlanVersion {
  readonly id: string;
  /** Shared by all versions of the plan. */
  readonly planId: string;
  readonly type: PlanType;
  readonly interval: PlanInterval;
  /** Credits added at each payment. */
  readonly credits: number;
  /** Price in euro cents, without VAT. */
  readonly cents: number;
  /** Items separated by `|`; `describePlan` inserts the price per thousand. */
  readonly description: string;
  readonly descriptionFr: string;
}

/** Formats euro cents as `€1,000.00` in every language, because programs compare this text. */
export const formatEuros = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });

const PER_THOUSAND_PLACEHOLDER = '{perThousand}';

export const VAT_LABEL = {
  en: { excluded: ' excl. VAT', not_applicable: '' },
  fr: { excluded: ' HT', not_applicable: '' },
};

export type VatTreatment = keyof typeof VAT_LABEL.en;

/** Whether VAT may be added to prices, by the seller's setting `TAX`. */
export const vatTreatmentOf = (tax: string | undefined): VatTreatment =>
  tax === 'franchise-293B' ? 'not_applicable' : 'excluded';

/** Returns the selling points of a plan, separated by `|`. */
export function describePlan(
  { credits, cents, description, descriptionFr }: PlanVersion,
  locale: 'en' | 'fr',
  vat: VatTreatment,
): string {
  const currency = { style: 'currency', currency: 'EUR' } as const;
  const price = replaceNarrowSpaces(((cents / credits) * 10).toLocaleString(locale, currency));
  const text = locale === 'fr' ? descriptionFr : description;
  return text.replace(PER_THOUSAND_PLACEHOLDER, `${price}${VAT_LABEL[locale][vat]}`);
}

/** Returns a plan as the API describes it. */
export const toPlanRow = (plan: PlanVersion, vat: VatTreatment, payment_url: string) => ({
  id: plan.planId,
  type: plan.type,
  interval: plan.interval,
  credits: plan.credits,
  price: formatEuros(plan.cents),
  price_cents: plan.cents,
  vat,
  description: describePlan(plan, 'en', vat),
  description_fr: describePlan(plan, 'fr', vat),
  payment_url,
});

const COMMON_FIELDS = {
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

/** Selling points of one kind of plan: its credits, and optionally one more item. */
type SellingPoints = Readonly<Record<'en' | 'fr', (count: string) => readonly [string, string?]>>;

/** Creates a factory for one kind of plan; plan ids contain the number of credits. */
const planFactory =
  (name: string, type: PlanType, interval: PlanInterval, texts: SellingPoints) =>
  (credits: number, cents: number, version = 1): PlanVersion => {
    const describe = (locale: 'en' | 'fr', perThousand: string): string => {
      const [creditsText, ...more] = texts[locale](
        replaceNarrowSpaces(credits.toLocaleString(locale)),
      );
      return [creditsText, perThousand, ...more, ...COMMON_FIELDS[locale]].join('|');
    };
    return {
      id: `${name}_${credits}_v${version}`,
      planId: `${name}_${credits}`,
      type,
      interval,
      credits,
      cents,
      description: describe('en', `${PER_THOUSAND_PLACEHOLDER} per 1,000 emails`),
      descriptionFr: describe('fr', `${PER_THOUSAND_PLACEHOLDER} pour 1 000 e-mails`),
    };
  };

const pack = planFactory('pack', PLAN_TYPE.credits, 'once', {
  en: (count) => [`${count} credits, paid once`],
  fr: (count) => [`${count} crédits, en un seul paiement`],
});

const monthly = planFactory('monthly', PLAN_TYPE.subscription, 'month', {
  en: (count) => [`${count} credits added every month`, 'Cancel at any time'],
  fr: (count) => [`${count} crédits ajoutés chaque mois`, 'Résiliable à tout moment'],
});

const yearlyPlan = planFactory('yearly', PLAN_TYPE.subscription, 'year', {
  en: (count) => [
    `${count} credits added at once, every year`,
    'Twelve months for the price of ten',
  ],
  fr: (count) => [
    `${count} crédits ajoutés en une fois, chaque année`,
    'Douze mois pour le prix de dix',
  ],
});

/** A yearly plan costs 10 monthly payments and grants 12 months of credits. */
const MONTHS_PAID = 10;
const MONTHS_GRANTED = 12;

/** Returns the yearly version of a monthly plan, which grants all its credits at once. */
const yearly = (monthlyCredits: number, monthlyCents: number): PlanVersion =>
  yearlyPlan(MONTHS_GRANTED * monthlyCredits, MONTHS_PAID * monthlyCents);

/** All versions ever sold, in display order; the last version of each plan is on sale. */
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

/** Finds even versions that are no longer sold. */
export const findPlanVersion = (id: string): PlanVersion | undefined =>
  PLAN_VERSIONS.find((version) => version.id === id);

/** Whether a version costs more than another version of its plan, or grants fewer credits. */
export const isMoreExpensive = (
  now: Pick<PlanVersion, 'credits' | 'cents'>,
  before: Pick<PlanVersion, 'credits' | 'cents'>,
): boolean => now.cents > before.cents || now.credits < before.credits;

/** Plans sold today: the last version of each. */
export const getPlansOnSale = (
  versions: readonly PlanVersion[] = PLAN_VERSIONS,
): readonly PlanVersion[] => [
  ...new Map(versions.map((version) => [version.planId, version])).values(),
];
