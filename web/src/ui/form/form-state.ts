import { createContext, useContext } from 'react';

/** By field name, or under `root` for the whole form: a text key or a complete sentence. */
export type FormErrors = Readonly<Record<string, string>>;

interface FormState {
  errors: FormErrors;
  pending: boolean;
}

export const FormContext = createContext<FormState>({ errors: {}, pending: false });

export const useFieldError = (name = ''): string | undefined =>
  useContext(FormContext).errors[name];
