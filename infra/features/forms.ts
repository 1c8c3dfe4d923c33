import type { FeatureDefinition } from './feature.ts';
import { addressCheckGrants } from './checks.ts';

export const forms = {
  routes: {
    // The grants of a check, and grants to count calls and sign tokens for the form.
    checkForm: {
      grants: [
        'read:USER',
        ...addressCheckGrants,
        'write:captchas',
        'write:forms',
        'webhook-secret',
        'send:mail',
      ],
      memoryMb: 256,
      throttle: { rate: 50, burst: 50 },
      // Limited, because a flood on one form must not block other calls. Customers' pages work
      // without a response.
      concurrency: 30,
    },
    listForms: { grants: [] },
    createForm: { grants: ['write:forms', 'send:account'] },
    updateForm: { grants: ['activity', 'write:forms'] },
    getFormSecret: { grants: ['csrf-secret', 'webhook-secret'] },
    deleteForm: { grants: ['write:forms', 'send:account'] },
  },
} as const satisfies FeatureDefinition<'forms'>;
