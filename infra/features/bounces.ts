import type { FeatureDefinition } from './feature.ts';

export const bounces = {
  routes: {
    reportBounces: {
      grants: ['activity', 'write:bounces', 'bounces:write', 'send:bounces'],
      // Reads up to 4 MB of JSON, and writes it as an object.
      memoryMb: 1024,
    },
    listBounceReports: { grants: [] },
    // Reads and filters up to ten thousand rows.
    getBounceReport: { grants: ['reports:read'], memoryMb: 1024 },
    deleteBounceReport: {
      grants: ['activity', 'write:bounces', 'bounces:delete', 'reports:delete'],
    },
    getAccuracy: { grants: ['read:OUTCOMES'] },
  },
  workers: {
    readBounces: {
      reads: ['bounces'],
      // One CPU for results of up to two million rows.
      memoryMb: 1769,
      timeoutSeconds: 300,
      batchSize: 1,
      // The loop is finite, because a report has at most three attempts. Reports that wait for
      // another one of their owner are resent with growing delays.
      mayLoop: true,
      grants: [
        'activity',
        'read:USER',
        'write:bounces',
        'write:credits',
        'write:adjustments',
        'write:lists',
        'link-secret',
        'engine',
        'bounces:read',
        'bounces:delete',
        'reports:read',
        'reports:write',
        'reports:delete',
        'results:read',
        'send:bounces',
        'send:list',
        'send:mail',
      ],
    },
  },
} as const satisfies FeatureDefinition<'bounces'>;
