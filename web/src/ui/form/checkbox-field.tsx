import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

interface Props extends Pick<FieldProps, 'label'>, ComponentProps<'input'> {
  /** Error message of a field outside a form. */
  error?: string | undefined;
  /** Content next to the label that does not belong to the label, such as a button. */
  aside?: ReactNode;
}

export function CheckboxField({ label, error, aside, ...input }: Props) {
  return (
    <Field label={label} name={input.name} error={error} aside={aside} inline>
      {(control) => <input {...input} {...control} type="checkbox" className={styles.box} />}
    </Field>
  );
}
