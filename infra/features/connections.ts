import { type FeatureDefinition, reads } from './feature.ts';

/**
 * Rights to call a service with the customer's key, and to record and email that it is no longer
 * accepted.
 */
const callGrants = [
  ...reads('USER'),
  'write:connections',
  'connection-secret',
  'oauth-secret',
  'send:mail',
] as const;

export const connections = {
  routes: {
    listConnections: { grants: [] },
    connect: {
      grants: [
        ...reads('USER'),
        'write:connections',
        'connection-secret',
        'oauth-secret',
        'send:account',
        'send:connections',
      ],
    },
    disconnect: {
      grants: ['write:connections', 'connection-secret', 'oauth-secret', 'send:account'],
    },
    listAudiences: { grants: callGrants },
    countAudience: { grants: callGrants },
    importContacts: {
      grants: [...callGrants, 'write:lists', 'send:connections'],
    },
    getImport: { grants: [] },
    applyVerdicts: { grants: ['activity', 'write:connections', 'send:connections'] },
    listApplyJobs: { grants: [] },
    undoApply: { grants: ['activity', 'write:connections', 'send:connections'] },
  },
  workers: {
    runConnections: {
      reads: ['connections'],
      memoryMb: 512,
      // A run works for less than half of this time, so that a slow response does not make it time
      // out.
      timeoutSeconds: 180,
      batchSize: 1,
      // A run that does not finish sends the next message, with its position stored.
      mayLoop: true,
      grants: [
        ...callGrants,
        'activity',
        'write:lists',
        'uploads:write',
        'work:read',
        'work:write',
        'results:read',
        'results:write',
        'write:bounces',
        'bounces:write',
        'reports:read',
        'reports:write',
        'reports:delete',
        'send:bounces',
        'send:connections',
        'send:list',
        'write:events',
        'send:webhooks',
      ],
    },
  },
} as const satisfies FeatureDefinition<'connections'>;
