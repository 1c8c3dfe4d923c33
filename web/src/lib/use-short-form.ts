import { useState, useTransition, type FormEvent } from 'react';
import { z } from 'zod/mini';
import { formErrorsOf, toastFailure } from './failure.ts';

type Errors = Readonly<Record<string, string>>;

export interface ShortForm {
  /** By the name of the field; `root` is the form as a whole. */
  errors: Errors;
  pending: boolean;
  /** For the form element. */
  handlers: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    /** Judges again what was judged wrong, while it is being corrected. */
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
}

/**
 * A form of one or two plain fields, read from the page when it is sent: enough for the login,
 * which has no room for a form library. Focus goes to the first field that is wrong; a failed
 * `submit` is told by toasts and stays in the form.
 */
export function useShortForm<Schema extends z.core.$ZodType>(
  schema: Schema,
  submit: (values: z.output<Schema>) => unknown,
): ShortForm {
  const [errors, setErrors] = useState<Errors>({});
  const [pending, start] = useTransition();

  const judge = (form: HTMLFormElement) => {
    const judged = z.safeParse(schema, Object.fromEntries(new FormData(form)));
    setErrors(judged.success ? {} : errorsOf(judged.error.issues));
    return judged;
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
        if (Object.keys(errors).length > 0) judge(currentTarget);
      },
      onSubmit: (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const judged = judge(form);
        if (!judged.success) focusOn(form, Object.keys(errorsOf(judged.error.issues)));
        else if (!pending) start(() => send(form, judged.data));
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
