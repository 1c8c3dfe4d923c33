import type { privacyRoutes } from '../../../shared/contract/privacy.ts';
import type { PrivateExamplesOf } from './example.ts';

const EXAMPLE_EXPORT_ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

export const privacyExamples = {
  exportAccount: {
    summary: 'Request all data of the account; a link is emailed',
    notes: 'The email arrives within minutes; the link is valid for seven days.',
    response: { data: {} },
  },

  downloadExport: {
    summary: 'The data of an account, with the link from the email',
    notes: 'For browsers: the link comes from the email.',
    params: { id: EXAMPLE_EXPORT_ID },
    query: { t: `${EXAMPLE_EXPORT_ID}.1795250400000.p0jz7Yk3mQ2x` },
    response: undefined,
  },

  deleteAccount: {
    summary: 'Close the account and delete its data; ends all sessions',
    notes:
      'This call ends all sessions and revokes all API keys. Running lists stop, and a subscription is canceled. Closing an account cannot be undone.',
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof privacyRoutes>;
