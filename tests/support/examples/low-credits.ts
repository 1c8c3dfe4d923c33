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
    summary: 'The settings for a low balance',
    notes:
      'Credits spent by single checks and by lists count equally, from the web app and with API keys.',
    response: { data: lowCredits },
  },

  saveLowCredits: {
    summary: 'Choose what happens when the balance is low',
    notes:
      'One mail is sent each time that the balance falls below `warn_below`. A `top_up` is for customers who have bought before; nothing is bought until a card is saved at `card_url`, and a mail tells of each pack. If its price rises, nothing is bought until the settings are saved again.',
    body: {
      warn_below: 2000,
      top_up: { plan_id: 'pack_10000', below: 1000, times_a_month: 3 },
    },
    response: { data: lowCredits },
  },
} satisfies PrivateExamplesOf<typeof lowCreditsRoutes>;
