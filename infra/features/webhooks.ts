import { type Feature, readingTable } from './feature.ts';

const changing = [...readingTable, 'write:webhooks', 'csrf-secret'] as const;
const telling = [...changing, 'send:mail'] as const;

export const webhooks = {
  routes: {
    listEndpoints: { grants: readingTable },
    createEndpoint: { grants: [...telling, 'webhook-secret'] },
    updateEndpoint: { grants: telling },
    deleteEndpoint: { grants: changing },
    rotateSecret: { grants: [...telling, 'webhook-secret'] },
    sendTestEvent: { grants: [...changing, 'send:webhooks'] },
    // Polled routes count their calls in memory.
    listDeliveries: { grants: ['table:read'] },
    getDelivery: { grants: ['table:read'] },
    sendAgain: { grants: [...changing, 'send:webhooks'] },
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
