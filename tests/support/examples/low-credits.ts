import type { lowCreditsRoutes } from '../../../shared/contract/low-credits.ts';
import type { PrivateExamplesOf } from './example.ts';

const lowCredits = {
  warn_below: 2000,
  top_up: {
    plan_id: 'pack_10000',
    below: 1000,
    times_a_month: 3,
    status: 'on' as const,
    times_this_month: 1,
    pay_url: null,
    card_url: 'https://billing.stripe.com/p/session/live_example',
  },
};

export const lowCreditsExamples = {
  lowCredits: {
    response: { data: lowCredits },
  },

  saveLowCredits: {
    body: {
      warn_below: 2000,
      top_up: { plan_id: 'pack_10000', below: 1000, times_a_month: 3 },
    },
    response: { data: lowCredits },
  },
} satisfies PrivateExamplesOf<typeof lowCreditsRoutes>;
