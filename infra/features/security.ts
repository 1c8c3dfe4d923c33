import { type FeatureDefinition, reads } from './feature.ts';

export const security = {
  routes: {
    getSecurity: { grants: [...reads('FACTORSECRET', 'APIKEY', 'KEYUSE'), 'secret'] },
    endAccess: {
      grants: [
        ...reads('FACTORSECRET', 'APIKEY'),
        'write:factors',
        'write:profile',
        'write:sessions',
        'secret',
        'send:account',
        'send:mail',
        'write:apiKeys',
        'write:connections',
        'connection-secret',
        'oauth-secret',
        'write:keyCopies',
        'write:members',
        'write:webhooks',
      ],
    },
  },
} as const satisfies FeatureDefinition<'security'>;
