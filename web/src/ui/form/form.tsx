import {
  useContext,
  useRef,
  useState,
  useTransition,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod/mini';
import { formErrorsOf, toastFailure } from '../../lib/failure.ts';
import { Button, type ButtonProps } from '../button/button.tsx';
import { FieldError } from './field.tsx';
import { FormContext, type FormErrors, useFieldError } from './form-state.ts';
import styles from './form.module.css';

interface PlainProps {
  /** What is wrong with the form as a whole. */
  error?: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A column of fields that the browser does not validate. */
export function PlainForm({ error, children, ...handlers }: PlainProps) {
  return (
    <form noValidate className={styles.form} {...handlers}>
      {error !== undefined && <FieldError message={error} />}
      {children}
    </form>
  );
}

/** Of what a schema has no message for. */
const UNNAMED = { error: () => 'field.invalid' };

interface Props<Schema extends z.core.$ZodType> {
  schema: Schema;
  /** Gets the values as the schema returns them. */
  onSubmit: (values: z.output<Schema>, form: HTMLFormElement) => unknown;
  children: ReactNode;
}

/**
 * A form whose values are read from the page by the names of its fields when it is sent. The first
 * wrong field gets the focus; from then on a field is validated again whenever it is corrected. If
 * `onSubmit` fails, its messages are shown as toasts and stay in the form.
 */
export function Form<Schema extends z.core.$ZodType>({
  schema,
  onSubmit,
  children,
}: Props<Schema>) {
  const [errors, setErrors] = useState<FormErrors>({});
  const [pending, start] = useTransition();
  /** The fields that were refused or corrected since; undefined until the form is refused. */
  const watched = useRef<Set<string>>(undefined);

  const refuse = (form: HTMLFormElement, refused: FormErrors): void => {
    watched.current = new Set(Object.keys(refused));
    flushSync(() => setErrors(refused));
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };

  const send = async (form: HTMLFormElement, values: z.output<Schema>): Promise<void> => {
    try {
      await onSubmit(values, form);
      watched.current = undefined;
    } catch (failure) {
      toastFailure(failure);
      refuse(
        form,
        formErrorsOf(failure, (name) => name in form.elements),
      );
    }
  };

  return (
    <PlainForm
      error={errors['root']}
      onInput={({ currentTarget, target }) => {
        if (watched.current === undefined) return;
        if (target instanceof Element) watched.current.add(target.getAttribute('name') ?? '');
        const result = z.safeParse(schema, valuesOf(currentTarget), UNNAMED);
        const wrong = result.success ? {} : errorsOf(result.error.issues);
        const shown = Object.entries(wrong).filter(([name]) => watched.current?.has(name));
        setErrors(Object.fromEntries(shown));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const result = z.safeParse(schema, valuesOf(form), UNNAMED);
        if (!result.success) return refuse(form, errorsOf(result.error.issues));
        setErrors({});
        if (!pending) start(() => send(form, result.data));
      }}
    >
      <FormContext value={{ errors, pending }}>{children}</FormContext>
    </PlainForm>
  );
}

/** The values of a form by the names of its fields: a text, or whether a box is ticked. */
function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const boxes = form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]');
  return {
    ...Object.fromEntries(new FormData(form)),
    ...Object.fromEntries([...boxes].map(({ name, checked }) => [name, checked])),
  };
}

/** The first message of each field. */
const errorsOf = (issues: readonly z.core.$ZodIssue[]): FormErrors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));

export function SubmitButton({
  variant = 'primary',
  wide = false,
  children,
}: Pick<ButtonProps, 'variant' | 'wide' | 'children'>) {
  const { pending } = useContext(FormContext);
  return (
    <Button variant={variant} type="submit" wide={wide} busy={pending}>
      {children}
    </Button>
  );
}

/** A value that is sent with the form. What is wrong with it is shown in its place. */
export function HiddenField(input: ComponentProps<'input'>) {
  const error = useFieldError(input.name);
  return (
    <>
      <input {...input} type="hidden" />
      {error !== undefined && <FieldError message={error} />}
    </>
  );
}

/** Fields beside each other, if the screen is wide enough. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
