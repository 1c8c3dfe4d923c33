import { createContext, useContext } from 'react';

/** By field name, or `root` for the whole form. A text key or a finished sentence each. */
export type FormErrors = Readonly<Record<string, string>>;

interface FormState {
  errors: FormErrors;
  pending: boolean;
}

/** What the fields and the button of a form know of it. */
export const FormContext = createContext<FormState>({ errors: {}, pending: false });

/** What is wrong with a field of the form around. */
export const useFieldError = (name = ''): string | undefined =>
  useContext(FormContext).errors[name];
