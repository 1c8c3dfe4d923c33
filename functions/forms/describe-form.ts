import type { FormRow } from '../../shared/contract/forms.ts';
import { formKeyOf } from '../../shared/model/form-key.ts';
import type { Form } from './adapters/forms.ts';
import type { FormsDeps } from './deps.ts';
import { formSecretOf } from './form-token.ts';

/** A form as its owner sees it. */
export async function describeForm(
  { clock, forms, secrets }: Pick<FormsDeps, 'clock' | 'forms' | 'secrets'>,
  userId: string,
  { id, name, origins, dailyChecks, createdAt }: Form,
): Promise<FormRow> {
  return {
    id,
    name,
    origins,
    daily_checks: dailyChecks,
    live_key: formKeyOf({ kind: 'live', userId, formId: id }),
    test_key: formKeyOf({ kind: 'test', userId, formId: id }),
    secret: await formSecretOf(secrets, id),
    created_at: createdAt,
    days: await forms.days(userId, id, clock.now()),
  };
}
