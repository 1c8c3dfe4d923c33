import type { formRoutes } from '../../../shared/contract/forms.ts';
import type { PrivateExamplesOf } from './example.ts';

const id = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';
const owner = '01K9XJ2B6C4D8E0F1G3H5J7K9M';
const body = { name: 'Newsletter', origins: ['https://shop.example'], daily_checks: 500 };

const form = {
  id,
  ...body,
  live_key: `pk_live_${owner}${id}`,
  test_key: `pk_test_${owner}${id}`,
  created_at: '2026-11-20T15:30:00.000Z',
  days: [
    {
      day: '2026-11-20',
      asked: 41,
      credits: 38,
      suggested: 3,
      undeliverable: 4,
      disposable: 2,
      wrong_origin: 0,
      over_bound: 0,
      unanswered: 0,
    },
  ],
};

export const formExamples = {
  checkForm: {
    body: { key: form.live_key, email: 'ada@gmial.com', ask: 'domain' },
    response: { data: { suggestion: 'ada@gmail.com' } },
  },
  listForms: {
    response: { data: { forms: [form] } },
  },
  createForm: {
    body,
    response: { data: { ...form, days: [] } },
  },
  updateForm: {
    params: { id },
    body,
    response: { data: form },
  },
  getFormSecret: {
    params: { id },
    response: { data: { secret: 'fsec_7sDqk1vB0mYh3Zr5Jt8Lx2Nw4Pc6Qe9Ag1Ui3Fo5Hk' } },
  },
  deleteForm: { params: { id }, response: { data: {} } },
} satisfies PrivateExamplesOf<typeof formRoutes>;
