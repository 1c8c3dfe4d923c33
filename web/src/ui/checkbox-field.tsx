import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

export function CheckboxField({
  label,
  hint,
  error,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} inline>
      {(control) => <input {...input} {...control} type="checkbox" className={styles.box} />}
    </Field>
  );
}
