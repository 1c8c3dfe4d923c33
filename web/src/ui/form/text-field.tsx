import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

export function TextField({ label, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} name={input.name}>
      {(control) => <input {...input} {...control} className={styles.control} />}
    </Field>
  );
}
