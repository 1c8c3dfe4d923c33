import type { Feature } from './feature.ts';
import { checks } from './checks.ts';

const managing = ['write:forms', 'webhook-secret'] as const;

export const forms = {
  routes: {
    // What a check needs, and what counts and signs for the form.
    checkForm: {
      grants: [
        'table:read',
        ...checks.routes.checkEmail.grants,
        'write:captchas',
        'write:forms',
        'webhook-secret',
        'send:mail',
      ],
      memoryMb: 256,
      throttle: checks.routes.checkEmail.throttle,
      // A page goes on without an answer, so that a flood of one form costs no other call.
      concurrency: 30,
    },
    listForms: { grants: ['webhook-secret'] },
    createForm: { grants: managing },
    updateForm: { grants: managing },
    deleteForm: { grants: ['write:forms'] },
  },
} as const satisfies Feature<'forms'>;
