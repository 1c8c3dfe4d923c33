import { type Feature, table } from './feature.ts';

/** What carries out an event: credits, API keys, mails, lists that wait for credits. */
const settling = [
  ...table,
  'secret',
  'stripe-secret',
  'send:list',
  'send:mail',
  'send:billing',
] as const;

export const billing = {
  routes: {
    getPlan: { grants: [...table, 'secret'] },
    billings: { grants: [...table, 'secret'] },
    subscription: { grants: [...table, 'secret', 'stripe-secret'] },
    checkout: { grants: [...table, 'secret', 'stripe-secret'] },
    receipt: { grants: [...table, 'secret', 'stripe-secret'] },
    stripeWebhook: { grants: [...table, 'stripe-secret', 'send:billing'] },
  },
  workers: {
    billing: {
      reads: ['billing'],
      memoryMb: 512,
      timeoutSeconds: 120,
      batchSize: 1,
      grants: settling,
    },
  },
  schedules: {
    reconcileBilling: {
      everyMinutes: 60,
      memoryMb: 512,
      timeoutSeconds: 600,
      grants: [...table, 'stripe-secret', 'send:billing'],
    },
  },
} as const satisfies Feature<'billing'>;
