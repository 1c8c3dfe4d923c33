import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

interface Props extends FieldProps, ComponentProps<'input'> {
  /** Shown beside the label without being part of it, such as a button. */
  beside?: ReactNode;
}

export function CheckboxField({ label, hint, error, beside, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} beside={beside} inline>
      {(control) => <input {...input} {...control} type="checkbox" className={styles.box} />}
    </Field>
  );
}
