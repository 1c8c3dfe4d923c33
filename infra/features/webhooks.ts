import type { Feature } from './feature.ts';

const telling = ['write:webhooks', 'send:mail'] as const;

export const webhooks = {
  routes: {
    listEndpoints: { grants: [] },
    createEndpoint: { grants: [...telling, 'webhook-secret'] },
    updateEndpoint: { grants: telling },
    deleteEndpoint: { grants: ['write:webhooks'] },
    rotateSecret: { grants: [...telling, 'webhook-secret'] },
    sendTestEvent: { grants: ['write:webhooks', 'send:webhooks'] },
    // Polled routes count their calls in memory.
    listDeliveries: { grants: [] },
    getDelivery: { grants: [] },
    sendAgain: { grants: ['write:webhooks', 'send:webhooks'] },
  },
  workers: {
    webhooks: {
      reads: ['webhooks'],
      memoryMb: 256,
      // A run takes up nothing new after 5 s, and an attempt ends after 10 s.
      timeoutSeconds: 60,
      // Side by side, since they only wait; more would make each other slow.
      batchSize: 5,
      // An account has one run at a time, and its next one by what is due.
      mayLoop: true,
      grants: [
        'table:read',
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
      grants: ['table:read', 'send:webhooks'],
    },
  },
} as const satisfies Feature<'webhooks'>;
