import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

/** The browser's own select element, which works best on a phone. */
export function SelectField({
  label,
  children,
  ...select
}: Pick<FieldProps, 'label'> & ComponentProps<'select'>) {
  return (
    <Field label={label} name={select.name}>
      {(control) => (
        <select {...select} {...control} className={`${styles.control} ${styles.select}`}>
          {children}
        </select>
      )}
    </Field>
  );
}
