import { type FeatureDefinition, reads } from './feature.ts';

export const privacy = {
  routes: {
    exportAccount: { grants: ['activity', 'profile:check', 'send:privacy'] },
    downloadExport: { grants: ['activity', 'read:USER', 'link-secret', 'exports:read'] },
    deleteAccount: {
      grants: [
        'write:passwords',
        'write:keyCopies',
        'write:factorSecrets',
        'write:sso',
        'write:profile',
        'write:addresses',
        'write:apiKeys',
        'write:directory',
        'write:account',
        'secret',
        'send:account',
        'send:privacy',
      ],
    },
  },
  workers: {
    privacy: {
      reads: ['privacy'],
      memoryMb: 512,
      timeoutSeconds: 300,
      batchSize: 1,
      mayLoop: true,
      grants: [
        ...reads('ACTIVITY', 'APIKEY', 'CLOSED', 'KEYUSE', 'USER'),
        'write:activity',
        'write:customers',
        'write:sessions',
        'write:account',
        'write:credits',
        'write:lists',
        'link-secret',
        'stripe-secret',
        'uploads:delete',
        'bounces:delete',
        'reports:delete',
        'exports:write',
        'exports:delete',
        'send:mail',
        'send:privacy',
      ],
    },
  },
  schedules: {
    privacySweep: {
      everyMinutes: 60,
      memoryMb: 256,
      timeoutSeconds: 60,
      grants: ['read:PENDING', 'send:connections', 'send:privacy'],
    },
  },
} as const satisfies FeatureDefinition<'privacy'>;
