import type { FormRow } from '../../shared/contract/forms.ts';
import { formatFormKey } from '../../shared/model/form-key.ts';
import type { Form } from './adapters/forms.ts';
import type { FormsDeps } from './deps.ts';

export async function describeForm(
  { clock, forms }: Pick<FormsDeps, 'clock' | 'forms'>,
  userId: string,
  form: Form,
): Promise<FormRow> {
  const { who: _, ...row } = form;
  const formId = form.id;
  return {
    ...row,
    live_key: formatFormKey({ kind: 'live', userId, formId }),
    test_key: formatFormKey({ kind: 'test', userId, formId }),
    days: await forms.days(userId, formId, clock.now()),
  };
}
