import { type Feature, readingTable } from './feature.ts';

/** What carries out an event: credits, API keys, mails with links, lists that wait for credits. */
const settling = [
  'table:read',
  'write:profile',
  'write:apiKeys',
  'write:customers',
  'write:billing',
  'write:credits',
  'write:credit-alerts',
  'write:events',
  'secret',
  'link-secret',
  'stripe-secret',
  'send:list',
  'send:mail',
  'send:billing',
] as const;

export const billing = {
  routes: {
    getPlan: { grants: [...readingTable, 'link-secret'] },
    billings: { grants: [...readingTable, 'link-secret'] },
    subscription: { grants: [...readingTable, 'stripe-secret'] },
    renewal: { grants: [...readingTable, 'stripe-secret'] },
    lowCredits: {
      // A customer who was deleted at Stripe is made anew.
      grants: [...readingTable, 'write:customers', 'write:billing', 'stripe-secret'],
    },
    saveLowCredits: {
      grants: [
        ...readingTable,
        'write:customers',
        'write:billing',
        'write:profile',
        'write:credit-alerts',
        'csrf-secret',
        'stripe-secret',
        'send:list',
      ],
    },
    billingDetails: { grants: [...readingTable, 'stripe-secret'] },
    saveBillingDetails: {
      grants: [...readingTable, 'write:customers', 'write:billing', 'stripe-secret', 'csrf-secret'],
    },
    checkout: {
      grants: [...readingTable, 'write:customers', 'write:billing', 'link-secret', 'stripe-secret'],
    },
    receipt: { grants: [...readingTable, 'link-secret', 'stripe-secret'] },
    stripeWebhook: {
      grants: [...readingTable, 'write:stripe-events', 'stripe-secret', 'send:billing'],
      concurrency: 10,
    },
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
      grants: ['table:read', 'write:stripe-events', 'stripe-secret', 'send:billing'],
    },
    compareBilling: {
      // CloudWatch looks back seven days at most, and has to tell that runs are missing
      // (docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html).
      everyMinutes: 24 * 60,
      memoryMb: 512,
      timeoutSeconds: 900,
      grants: ['table:read', 'stripe-secret'],
    },
  },
} as const satisfies Feature<'billing'>;
