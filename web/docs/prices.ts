import { describePlan, getPlansOnSale } from '../../shared/model/plans/plans.ts';
import type { Language } from '../../shared/model/account.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { en } from '../src/i18n/billing/en.ts';
import { fr } from '../src/i18n/billing/fr.ts';
import { createFormatters } from '../src/lib/format.ts';
import { labels } from './texts.ts';

const TEXTS = { en: en.pricing, fr: fr.pricing };

/** Renders the prices of all plans on sale as Markdown. */
export function composePrices(language: Language): string {
  const t = labels[language];
  const texts = TEXTS[language];
  const format = createFormatters(language);
  const plans = getPlansOnSale();
  const items = plans.map((plan) => describePlan(plan, language, 'excluded').split('|'));
  const common = items[0]?.filter((item) => items.every((all) => all.includes(item))) ?? [];
  const tableOf = (interval: string): string[] => [
    `| ${t.credits} | ${t.price} | ${t.perThousand} |`,
    '| --- | ---: | ---: |',
    ...plans
      .filter((plan) => plan.interval === interval)
      .map(({ credits, cents }) => {
        const prices = [cents, (cents / credits) * 1000].map(format.euros);
        return `| ${format.number(credits)} | ${prices.join(' | ')} |`;
      }),
  ];
  return [
    texts.lead,
    '',
    `[${t.start.replace('{count}', format.number(WELCOME_CREDITS))}](/signup?lang=${language})`,
    `# ${t.packs}\n${texts.packsLead}\n`,
    ...tableOf('once'),
    `# ${texts.subscriptions}, ${t.monthly}\n${texts.subscriptionsLead}\n`,
    ...tableOf('month'),
    `# ${texts.subscriptions}, ${t.yearly}\n${texts.subscriptionsYearlyLead}\n`,
    ...tableOf('year'),
    `# ${texts.common}\n`,
    ...common.map((item) => `- ${item}`),
    '',
    texts.vat.excluded,
  ].join('\n');
}
