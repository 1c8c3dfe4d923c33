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
import { problemOf } from '../../../../shared/texts/field-problem.ts';
import { sharedText } from '../../i18n/i18n.ts';
import { formErrorsOf, toastFailure } from '../../lib/failure.ts';
import { Button, type ButtonProps } from '../button/button.tsx';
import { FieldError } from './field.tsx';
import { FormContext, type FormErrors, useFieldError } from './form-state.ts';
import styles from './form.module.css';

interface PlainProps {
  error?: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A column of fields. Browser validation is turned off. */
export function PlainForm({ error, children, ...handlers }: PlainProps) {
  return (
    <form noValidate className={styles.form} {...handlers}>
      {error !== undefined && <FieldError message={error} />}
      {children}
    </form>
  );
}

/** Default message for schemas that have none. */
const DEFAULT_MESSAGE = {
  error: (issue: z.core.$ZodRawIssue): string => {
    const problem = problemOf(issue);
    if (typeof problem === 'string') return problem;
    return `${sharedText(problem.text)} ${problem.values.join(', ')}`;
  },
};

/** Schema of a form that only has a button. */
export const noFields = z.object({});

interface Props<Schema extends z.core.$ZodType> {
  schema: Schema;
  /** Called with the values, as parsed by the schema. */
  onSubmit: (values: z.output<Schema>, form: HTMLFormElement) => unknown;
  children: ReactNode;
}

/**
 * Reads the values of its fields by name when it is submitted. The first invalid field gets the
 * focus; from then on, changed fields are validated immediately. If `onSubmit` fails, the messages
 * are shown as toasts and in the form.
 */
export function Form<Schema extends z.core.$ZodType>({
  schema,
  onSubmit,
  children,
}: Props<Schema>) {
  const [errors, setErrors] = useState<FormErrors>({});
  const [pending, start] = useTransition();
  /** Fields that were invalid or have changed since; undefined until a submit fails. */
  const revalidated = useRef<Set<string>>(undefined);

  const showErrors = (form: HTMLFormElement, formErrors: FormErrors): void => {
    revalidated.current = new Set(Object.keys(formErrors));
    flushSync(() => setErrors(formErrors));
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };

  const send = async (form: HTMLFormElement, values: z.output<Schema>): Promise<void> => {
    try {
      await onSubmit(values, form);
      revalidated.current = undefined;
    } catch (failure) {
      toastFailure(failure);
      showErrors(
        form,
        formErrorsOf(failure, (name) => name in form.elements),
      );
    }
  };

  return (
    <PlainForm
      error={errors['root']}
      onInput={({ currentTarget, target }) => {
        if (revalidated.current === undefined) return;
        if (target instanceof Element) revalidated.current.add(target.getAttribute('name') ?? '');
        const result = z.safeParse(schema, valuesOf(currentTarget), DEFAULT_MESSAGE);
        const currentErrors = result.success ? {} : errorsOf(result.error.issues);
        const shownErrors = Object.entries(currentErrors).filter(([name]) =>
          revalidated.current?.has(name),
        );
        setErrors(Object.fromEntries(shownErrors));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const result = z.safeParse(schema, valuesOf(form), DEFAULT_MESSAGE);
        if (!result.success) return showErrors(form, errorsOf(result.error.issues));
        setErrors({});
        if (!pending) start(() => send(form, result.data));
      }}
    >
      <FormContext value={{ errors, pending }}>{children}</FormContext>
    </PlainForm>
  );
}

/** Returns values by field name: text, or for a check box, whether it is checked. */
function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const boxes = form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]');
  return {
    ...Object.fromEntries(new FormData(form)),
    ...Object.fromEntries([...boxes].map(({ name, checked }) => [name, checked])),
  };
}

const errorsOf = (issues: readonly z.core.$ZodIssue[]): FormErrors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));

export function SubmitButton({
  variant = 'primary',
  ...rest
}: Pick<ButtonProps, 'variant' | 'icon' | 'wide' | 'disabled' | 'autoFocus' | 'children'>) {
  const { pending } = useContext(FormContext);
  return <Button {...rest} variant={variant} type="submit" busy={pending} />;
}

/** A hidden input, in whose place the form shows its error. */
export function HiddenField(input: ComponentProps<'input'>) {
  const error = useFieldError(input.name);
  return (
    <>
      <input {...input} type="hidden" />
      {error !== undefined && <FieldError message={error} />}
    </>
  );
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
