import { factorChanges } from './factors.ts';
import { type FeatureDefinition, reads } from './feature.ts';

export const security = {
  routes: {
    getSecurity: { grants: [...reads('FACTORSECRET', 'APIKEY', 'KEYUSE'), 'secret'] },
    endAccess: {
      grants: [
        ...factorChanges.grants,
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
