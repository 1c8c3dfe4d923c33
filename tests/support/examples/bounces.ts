import type { bounceRoutes } from '../../../shared/contract/bounces.ts';
import type { PrivateExamplesOf } from './example.ts';

export const privateBounceExamples = {
  getAccuracy: {
    response: {
      data: {
        reports: 12,
        statuses: [{ status: 'deliverable' as const, sent: 51_200, bounced: 180 }],
      },
    },
  },
} satisfies PrivateExamplesOf<typeof bounceRoutes>;
