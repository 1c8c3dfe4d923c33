import { missing } from '../http/stripe-error.ts';
import type { Card, Customer, Price, State } from './state.ts';

/** Look-ups of objects that parameters name. */

/** @throws {StripeApiError} when there is none, or it has been deleted */
export function customerNamed(state: State, id: string, param = 'customer'): Customer {
  const customer = state.customers[id];
  if (customer === undefined || isDeleted(customer)) throw missing('customer', id, param);
  return customer;
}

/** A deleted customer keeps its id alone; the type of the SDK has two shapes for one id. */
export const isDeleted = (customer: Customer): boolean => Object.hasOwn(customer, 'deleted');

/** @throws {StripeApiError} */
export function priceNamed(state: State, id: string, param: string): Price {
  const price = state.prices[id];
  if (price === undefined) throw missing('price', id, param);
  return price;
}

/** An object that another one names, so that it is there. */
export function known<T>(object: T | undefined, what: string): T {
  if (object === undefined) throw new Error(`The fake of Stripe lost ${what}.`);
  return object;
}

/** The card that pays what a customer owes. */
export function cardOf(state: State, customer: string, preferred: string | null): Card | undefined {
  if (preferred !== null) return state.cards[preferred];
  return Object.values(state.cards).findLast((card) => card.customer === customer);
}
