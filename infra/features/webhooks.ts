import { type FeatureDefinition, reads } from './feature.ts';

const notificationGrants = ['write:webhooks', 'send:account'] as const;

export const webhooks = {
  routes: {
    listEndpoints: { grants: [] },
    createEndpoint: { grants: [...notificationGrants, 'webhook-secret'] },
    updateEndpoint: { grants: ['activity', ...notificationGrants] },
    deleteEndpoint: { grants: notificationGrants },
    rotateSecret: { grants: [...notificationGrants, 'webhook-secret'] },
    sendTestEvent: { grants: ['write:webhooks', 'send:webhooks'] },
    listDeliveries: { grants: [] },
    getDelivery: { grants: [] },
    sendAgain: { grants: ['write:webhooks', 'send:webhooks'] },
  },
  workers: {
    webhooks: {
      reads: ['webhooks'],
      memoryMb: 256,
      // A run starts no attempt after 5 s, and an attempt ends after 10 s.
      timeoutSeconds: 60,
      // A batch runs concurrently, because attempts mostly wait. Larger batches are slower.
      batchSize: 5,
      // Each account has one run at a time, which schedules the next one when deliveries are due.
      mayLoop: true,
      grants: [
        ...reads('PENDINGEVENT', 'PENDINGWEBHOOK', 'USER'),
        'write:events',
        'write:webhooks',
        'webhook-secret',
        'send:mail',
        'send:webhooks',
      ],
    },
  },
  schedules: {
    sweepWebhooks: {
      everyMinutes: 1,
      memoryMb: 256,
      timeoutSeconds: 60,
      grants: [...reads('PENDINGEVENT', 'PENDINGWEBHOOK'), 'send:webhooks'],
    },
  },
} as const satisfies FeatureDefinition<'webhooks'>;
