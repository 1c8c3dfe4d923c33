import { type Feature, readingTable } from './feature.ts';
import { checks } from './checks.ts';

const managing = [...readingTable, 'write:forms', 'csrf-secret', 'webhook-secret'] as const;

export const forms = {
  routes: {
    // What a check needs, and what counts and signs for the form.
    checkForm: {
      grants: [
        ...checks.routes.checkEmail.grants.filter((grant) => grant !== 'csrf-secret'),
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
    listForms: { grants: [...readingTable, 'webhook-secret'] },
    createForm: { grants: managing },
    updateForm: { grants: managing },
    deleteForm: { grants: [...readingTable, 'write:forms', 'csrf-secret'] },
  },
} as const satisfies Feature<'forms'>;
