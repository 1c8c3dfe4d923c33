import type { privacyRoutes } from '../privacy.ts';
import type { ExamplesOf } from './example.ts';

const ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

export const privacyExamples = {
  exportAccount: {
    summary: 'Ask for all data of the account: a link to them is sent by mail',
    notes: 'The mail with the link comes within minutes, and the link is good for seven days.',
    response: { data: {} },
  },

  downloadExport: {
    summary: 'The data of an account, by the link of the mail',
    notes: 'A link for a browser, out of the mail.',
    params: { id: ID },
    query: { t: `${ID}.1795250400000.p0jz7Yk3mQ2x` },
    response: undefined,
  },

  deleteAccount: {
    summary: 'Close the account and delete its data; ends every session',
    notes:
      'The session ends with this call, and so do all others and the API keys. Running lists stop and a subscription is cancelled. Nothing of it can be undone.',
    response: { data: {} },
  },
} satisfies ExamplesOf<typeof privacyRoutes>;
