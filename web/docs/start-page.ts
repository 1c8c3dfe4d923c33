import { requestVerdict } from '../../packages/form/src/request-verdict.ts';
import { DEMO_KEY } from '../../shared/model/form-key.ts';
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

const address = document.querySelector<HTMLInputElement>('#check input');
const outcomes = [...document.querySelectorAll<HTMLElement>('[data-when]')];
const suggested = document.querySelector('[data-when=suggestion]');
const question = suggested?.textContent ?? '';

function show(...names: readonly (string | undefined)[]): void {
  for (const outcome of outcomes) outcome.hidden = !names.includes(outcome.dataset['when']);
}

let controller = new AbortController();

async function runCheck(email: string): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  show('checking');
  const request = { key: DEMO_KEY, ask: 'mailbox', email };
  const response = await requestVerdict(location.origin, request, signal).catch(() => undefined);
  if (signal.aborted) return;
  const { status, reason, suggestion = '' } = response?.data ?? {};
  show(status ?? response?.code, reason, suggestion && 'suggestion');
  if (outcomes.every(({ hidden }) => hidden)) show('internal');
  if (suggested) suggested.textContent = question.replace('%', suggestion);
}
document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (address?.form === event.target) void runCheck(address?.value ?? '');
});
document.addEventListener('click', ({ target }) => {
  if (!address || !(target instanceof HTMLButtonElement) || target.value === '') return;
  address.value = target.value;
  void runCheck(target.value);
});
