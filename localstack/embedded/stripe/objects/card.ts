import type { Stripe } from 'stripe';
import type { Card, CardBehaviour } from '../model/state.ts';
import type { Stored } from '../model/stored.ts';

/** Test numbers of Stripe with the same behaviour: https://docs.stripe.com/testing */
export const CARD_NUMBERS: Readonly<Record<CardBehaviour, string>> = {
  ok: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  declined_later: '4000 0000 0000 0341',
  authenticate: '4000 0027 6000 3184',
  delayed: 'AT61 1904 3002 3457 3201',
};

export const lastDigits = (behaviour: CardBehaviour): string => CARD_NUMBERS[behaviour].slice(-4);

export const cardDetails = ({
  last4,
}: Pick<Card, 'last4'>): Stored<Stripe.Charge.PaymentMethodDetails.Card> => ({
  amount_authorized: null,
  authorization_code: null,
  brand: 'visa',
  checks: {
    address_line1_check: null,
    address_postal_code_check: 'pass',
    cvc_check: 'pass',
  },
  country: 'FR',
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2034,
  fingerprint: 'Xt5EWLLDS7FJjR1c',
  funding: 'credit',
  installments: null,
  last4,
  mandate: null,
  network: 'visa',
  network_token: { used: false },
  network_transaction_id: '100000000000000',
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});
