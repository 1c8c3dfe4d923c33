import { type Feature, readingTable, table } from './feature.ts';

export const privacy = {
  routes: {
    exportAccount: { grants: [...readingTable, 'secret', 'send:privacy'] },
    downloadExport: { grants: [...readingTable, 'secret', 'exports:read'] },
    deleteAccount: { grants: [...table, 'secret', 'send:privacy'] },
  },
  workers: {
    privacy: {
      reads: ['privacy'],
      memoryMb: 512,
      timeoutSeconds: 300,
      batchSize: 1,
      grants: [
        ...table,
        'secret',
        'stripe-secret',
        'uploads:delete',
        'exports:write',
        'exports:delete',
        'send:mail',
      ],
    },
  },
  schedules: {
    privacySweep: {
      everyMinutes: 60,
      memoryMb: 256,
      timeoutSeconds: 60,
      grants: ['table:read', 'send:privacy'],
    },
  },
} as const satisfies Feature<'privacy'>;
