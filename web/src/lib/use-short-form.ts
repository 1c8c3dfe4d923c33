import { useState, useTransition, type FormEvent } from 'react';
import { z } from 'zod/mini';
import { formErrorsOf, toastFailure } from './failure.ts';

type Errors = Readonly<Record<string, string>>;

export interface ShortForm {
  /** By the name of the field; `root` is for the whole form. */
  errors: Errors;
  pending: boolean;
  /** For the form element. */
  handlers: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    /** Validates again while the user corrects an error. */
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
}

/**
 * A form with one or two plain fields, whose values are read from the page when it is sent. It is
 * for the login, where a form library would make the first bundle too large. The first wrong field
 * gets the focus. If `submit` fails, its messages are shown as toasts and in the form.
 */
export function useShortForm<Schema extends z.core.$ZodType>(
  schema: Schema,
  submit: (values: z.output<Schema>) => unknown,
): ShortForm {
  const [errors, setErrors] = useState<Errors>({});
  const [pending, start] = useTransition();

  const validate = (form: HTMLFormElement) => {
    const result = z.safeParse(schema, Object.fromEntries(new FormData(form)));
    setErrors(result.success ? {} : errorsOf(result.error.issues));
    return result;
  };

  const send = async (form: HTMLFormElement, values: z.output<Schema>): Promise<void> => {
    try {
      await submit(values);
    } catch (failure) {
      toastFailure(failure);
      const kept = formErrorsOf(failure, (name) => name in form.elements);
      setErrors(kept);
      focusOn(form, Object.keys(kept));
    }
  };

  return {
    errors,
    pending,
    handlers: {
      onInput: ({ currentTarget }) => {
        if (Object.keys(errors).length > 0) validate(currentTarget);
      },
      onSubmit: (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const result = validate(form);
        if (!result.success) focusOn(form, Object.keys(errorsOf(result.error.issues)));
        else if (!pending) start(() => send(form, result.data));
      },
    },
  };
}

/** The first message of each field. */
const errorsOf = (issues: readonly z.core.$ZodIssue[]): Errors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));

function focusOn(form: HTMLFormElement, names: readonly string[]): void {
  const fields = [...form.elements].filter((field) => field instanceof HTMLInputElement);
  fields.find((field) => names.includes(field.name))?.focus();
}
