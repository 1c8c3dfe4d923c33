import type { Conditions } from './conditions.ts';

/** The general conditions of sale of 10/10/2024, translated from the French. */
export const conditions: Conditions = [
  {
    title: 'Purpose',
    paragraphs: [
      'These general conditions of sale govern the use and purchase of the email-address verification service offered by the seller, a French company: [[company name]], [[legal form and capital]], [[registered office]], [[registration number]].',
      'They have been in force since 10/10/2024. Every order implies their acceptance.',
    ],
  },
  {
    title: 'The service',
    paragraphs: [
      'The customer verifies a single address or a list of addresses and then downloads the results. Verifying one address costs one credit.',
      'A result describes what mail servers answered at the time of the verification. It does not guarantee that a later message is delivered.',
    ],
  },
  {
    title: 'Prices',
    paragraphs: [
      'Prices are in euros, excluding value added tax where applicable, from 1 euro per 1,000 addresses.',
      'The price that applies is the one displayed when the order is placed.',
    ],
  },
  {
    title: 'Orders',
    paragraphs: [
      'The customer chooses a credit pack or a subscription and is then redirected to the page of the payment provider. Credits are attributed on payment.',
      'A subscription adds its credits each month to those that remain. It can be cancelled at any time.',
    ],
  },
  {
    title: 'Payment',
    paragraphs: [
      'Payment is made by card, on the secure page of the payment provider. The seller never sees the number of the card.',
    ],
  },
  {
    title: 'Life of credits',
    paragraphs: ['Purchased credits never expire.'],
  },
  {
    title: 'Delivery',
    paragraphs: [
      'Credits are attributed to the customer’s account as soon as the payment is confirmed.',
      'If they are late, the customer may ask for the order to be cancelled. The sums paid are then refunded within 14 days.',
      'Any complaint about delivery must be sent to the seller within [[complaint period]].',
    ],
  },
  {
    title: 'No right of withdrawal',
    paragraphs: [
      'The service is digital content supplied immediately after payment, with the customer’s agreement. The right of withdrawal therefore does not apply.',
    ],
  },
  {
    title: 'Refund and replacement',
    paragraphs: [
      'When a defect of the service is confirmed, the seller refunds or replaces the credits concerned within 48 hours.',
    ],
  },
  {
    title: 'Legal guarantees',
    paragraphs: [
      'The customer benefits from the legal guarantees. Actions under them are prescribed at two years.',
    ],
  },
  {
    title: 'Personal data',
    paragraphs: [
      'The seller is the controller. Personal data is kept for 5 years.',
      'The customer may ask for access to their data, and for its correction, erasure and portability, at [[contact address]]. The controller replies within one month.',
      'The customer is responsible for their right to process the addresses they submit.',
    ],
  },
  {
    title: 'Deleting the account',
    paragraphs: ['The customer may delete their account at any time in Settings.'],
  },
  {
    title: 'Applicable law',
    paragraphs: [
      'These conditions are governed by French law. In the event of a dispute, the customer may turn to the consumer mediator free of charge: [[mediator]].',
    ],
  },
];
