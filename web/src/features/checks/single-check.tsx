import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { email } from '../../../../shared/contract/fields.ts';
import { useApi } from '../../lib/api.ts';
import { messagesOf } from '../../lib/failure.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { useShortForm } from '../../lib/use-short-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './single-check.module.css';
import { afterCheck, toneOf } from './verdict.ts';

const schema = z.object({ email: email() });
type Values = z.output<typeof schema>;

/** Verifies one address. If the server refuses, the form says why instead of a toast. */
export function SingleCheck() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  const check = useMutation({
    mutationFn: (body: Values) => api.checkEmail({ body }),
    onSuccess: ({ result }) => updateMe((me) => afterCheck(me, result.status)),
    meta: { quiet: true },
  });
  const { errors, handlers } = useShortForm(schema, (body) => {
    if (!check.isPending) check.mutate(body);
  });
  const [refusal] = check.error === null ? [] : messagesOf(check.error);

  return (
    <Form {...handlers}>
      <div className={styles.row}>
        <TextField
          name="email"
          label={t('checks.label')}
          hint={t('checks.hint')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('checks.placeholder')}
          error={errors['email']}
        />
        <Button variant="primary" type="submit" busy={check.isPending}>
          {t('checks.submit')}
        </Button>
      </div>
      <div role="status">
        {check.isSuccess && (
          <Notice tone={toneOf(check.data.result.status)}>
            <strong>{check.variables.email}</strong>
            <p>{check.data.data}</p>
          </Notice>
        )}
        {refusal && <Notice tone="risky">{refusal}</Notice>}
      </div>
    </Form>
  );
}
