import { createContext, useContext } from 'react';

/** Errors by field name, or `root` for the whole form: text keys or complete sentences. */
export type FormErrors = Readonly<Record<string, string>>;

interface FormState {
  errors: FormErrors;
  pending: boolean;
}

export const FormContext = createContext<FormState>({ errors: {}, pending: false });

export const useFieldError = (name = ''): string | undefined =>
  useContext(FormContext).errors[name];
