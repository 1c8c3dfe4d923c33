import type { privacyRoutes } from '../../../shared/contract/privacy.ts';
import type { PrivateExamplesOf } from './example.ts';

const EXAMPLE_EXPORT_ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

export const privacyExamples = {
  exportAccount: {
    response: { data: {} },
  },

  downloadExport: {
    params: { id: EXAMPLE_EXPORT_ID },
    query: { t: `${EXAMPLE_EXPORT_ID}.1795250400000.p0jz7Yk3mQ2x` },
    response: undefined,
  },

  deleteAccount: {
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof privacyRoutes>;
