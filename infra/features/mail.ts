import type { FeatureDefinition } from './feature.ts';

export const mail = {
  routes: {},
  workers: {
    mail: {
      reads: ['mail'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: ['write:mail', 'send-mail', 'send:mailFeedback'],
    },
  },
} as const satisfies FeatureDefinition<'mail'>;
