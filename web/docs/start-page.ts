import { findCheapestPlans } from '../../shared/model/plans/cheapest-plans.ts';
import { getPlansOnSale, toPlanRow } from '../../shared/model/plans/plans.ts';
import {
  amountAt,
  MAX_ESTIMATED_ADDRESSES,
  positionOf,
} from '../src/features/billing/address-scale.ts';
import { createFormatters } from '../src/lib/format.ts';

/** The parts of the start page and the prices that need JavaScript. */

const { euros, number } = createFormatters(document.documentElement.lang === 'fr' ? 'fr' : 'en');
const plans = getPlansOnSale().map((plan) => toPlanRow(plan, 'excluded', ''));

const [amount, slider] = document.querySelectorAll<HTMLInputElement>('#estimate input');
const [price, credits] = document.querySelectorAll('output > *');

function showPrice(addresses: number): void {
  const { packs } = findCheapestPlans(plans, addresses) ?? {};
  if (!packs || !price || !credits || !slider) return;
  price.textContent = euros(packs.cents);
  credits.textContent = credits.textContent.replace(/\d.*\d/, number(packs.credits));
  slider.valueAsNumber = Math.max(0, positionOf(addresses));
  slider.ariaValueText = number(addresses);
}
amount?.addEventListener('input', () => {
  const typed = Math.trunc(amount.valueAsNumber);
  if (typed >= 1) showPrice(Math.min(typed, MAX_ESTIMATED_ADDRESSES));
});
slider?.addEventListener('input', () => {
  if (amount) amount.valueAsNumber = amountAt(slider.valueAsNumber);
  showPrice(amountAt(slider.valueAsNumber));
});
document.addEventListener('submit', (event) => event.preventDefault());
