import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './field.tsx';
import styles from './form.module.css';

interface Props extends Pick<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'children'> {
  /** What is wrong with the form as a whole. */
  error?: string | undefined;
}

/** A column of fields. Schemas validate them instead of the browser. */
export function Form({ error, children, ...rest }: Props) {
  return (
    <form noValidate className={styles.form} {...rest}>
      {error !== undefined && <FieldError message={error} />}
      {children}
    </form>
  );
}

/** Fields beside each other, if the screen is wide enough. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
