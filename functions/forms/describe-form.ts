import type { FormRow } from '../../shared/contract/forms.ts';
import { formatFormKey } from '../../shared/model/form-key.ts';
import type { Form } from './adapters/forms.ts';
import type { FormsDeps } from './deps.ts';
import { deriveFormSecret } from './form-token.ts';

export async function describeForm(
  { clock, forms, secrets }: Pick<FormsDeps, 'clock' | 'forms' | 'secrets'>,
  userId: string,
  form: Form,
): Promise<FormRow> {
  const formId = form.id;
  return {
    ...form,
    live_key: formatFormKey({ kind: 'live', userId, formId }),
    test_key: formatFormKey({ kind: 'test', userId, formId }),
    secret: await deriveFormSecret(secrets, formId),
    days: await forms.days(userId, formId, clock.now()),
  };
}
