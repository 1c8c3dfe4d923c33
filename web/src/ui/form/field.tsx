import { useId, type ReactNode } from 'react';
import { useFieldError } from './form-state.ts';
import { Icon } from '../icon.tsx';
import { MessageText } from '../message-text.tsx';
import styles from './field.module.css';

/** Attributes that connect a form control with its label, hint and error. */
interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
}

interface Props extends FieldProps {
  /** Name of the field, by which its error is found in the surrounding form. */
  name?: string | undefined;
  /** Error message of a field outside a form: a text key or a complete sentence. */
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
  /** Whether the control comes before its label, as in a check box. */
  inline?: boolean;
  /** Content next to the label of an inline control that does not belong to the label. */
  aside?: ReactNode;
}

/** A label, a control, a hint and an error, which are connected for assistive technology. */
export function Field({ label, hint, name, inline = false, aside, children, ...rest }: Props) {
  const id = useId();
  const formError = useFieldError(name);
  const error = rest.error ?? formError;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = children({
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': described || undefined,
  });
  const caption = (
    <label className={styles.label} htmlFor={id}>
      {label}
    </label>
  );
  return (
    <div className={styles.field}>
      {inline ? (
        <div className={styles.inline}>
          {control}
          <div className={styles.words}>
            {caption}
            {aside}
          </div>
        </div>
      ) : (
        <>
          {caption}
          {control}
        </>
      )}
      {hint !== undefined && (
        <p className="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
    </div>
  );
}

export function FieldError({ id, message }: { id?: string; message: string }) {
  return (
    <p className={styles.error} id={id}>
      <Icon name="warning" />
      <MessageText message={message} />
    </p>
  );
}
