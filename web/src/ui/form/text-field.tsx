import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

/** One line of text with its label. */
export function TextField({ label, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} name={input.name}>
      {(control) => <input {...input} {...control} className={styles.control} />}
    </Field>
  );
}
