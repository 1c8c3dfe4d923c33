import { type FeatureDefinition, reads } from './feature.ts';

/** Grants to process a payment event: credits, API keys, emails with links, and lists to resume. */
const settlementGrants = [
  'activity',
  ...reads('CUSTOMER', 'PAYMENT', 'STRIPEEVENT', 'USER'),
  'write:profile',
  'write:apiKeys',
  'write:keyCopies',
  'write:customers',
  'write:billing',
  'write:credits',
  'write:low-balance-alerts',
  'write:events',
  'secret',
  'link-secret',
  'stripe-secret',
  'send:list',
  'send:mail',
] as const;

export const billing = {
  routes: {
    getPlan: { grants: ['link-secret'] },
    billings: { grants: ['link-secret'] },
    subscription: { grants: ['stripe-secret'] },
    renewal: { grants: ['stripe-secret'] },
    lowCredits: {
      // Recreates the Stripe customer if it was deleted at Stripe.
      grants: ['write:customers', 'stripe-secret'],
    },
    saveLowCredits: {
      grants: ['activity', 'write:customers', 'write:profile', 'stripe-secret', 'send:list'],
    },
    billingDetails: { grants: ['stripe-secret'] },
    saveBillingDetails: {
      grants: ['activity', 'write:customers', 'write:profile', 'stripe-secret'],
    },
    createCheckout: {
      grants: ['read:PAYMENT', 'write:customers', 'stripe-secret'],
    },
    checkout: {
      grants: [...reads('PAYMENT', 'USER'), 'write:customers', 'link-secret', 'stripe-secret'],
    },
    receipt: { grants: ['read:USER', 'link-secret', 'stripe-secret'] },
    stripeWebhook: {
      grants: ['read:STRIPEEVENT', 'write:stripe-events', 'stripe-secret', 'send:billing'],
      concurrency: 10,
    },
  },
  workers: {
    billing: {
      reads: ['billing'],
      memoryMb: 512,
      timeoutSeconds: 120,
      batchSize: 1,
      grants: settlementGrants,
    },
  },
  schedules: {
    reconcileBilling: {
      everyMinutes: 60,
      memoryMb: 512,
      timeoutSeconds: 600,
      grants: [
        ...reads('PENDING', 'STRIPEEVENT'),
        'write:stripe-events',
        'stripe-secret',
        'send:billing',
      ],
    },
    compareBilling: {
      // Daily, because an alarm must detect missing runs, and CloudWatch looks back at most seven
      // days (docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html).
      everyMinutes: 24 * 60,
      memoryMb: 512,
      timeoutSeconds: 900,
      grants: [...reads('CUSTOMER', 'PAYMENT', 'USER'), 'stripe-secret'],
    },
  },
} as const satisfies FeatureDefinition<'billing'>;
