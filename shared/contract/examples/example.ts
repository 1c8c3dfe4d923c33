import type { OutputOf, RequestOf, Route } from '../route.ts';
import type { z } from 'zod/mini';

/** The text fields of the multipart form a route takes beside JSON; its file is in `file`. */
type FormOf<R extends Route> = [z.input<R['form']>] extends [never]
  ? { readonly form?: never }
  : { readonly form: Omit<z.input<R['form']>, 'file'> };

/** One call of a route as the documentation shows it: what is sent, and what comes back. */
export type ExampleOf<R extends Route> = RequestOf<R> &
  FormOf<R> & {
    /** What the call does, in one sentence. */
    readonly summary: string;
    /** The body of the usual 200 response. */
    readonly response: OutputOf<R>;
    /** Other 200 responses, by a name for each. */
    readonly otherResponses?: Readonly<Record<string, OutputOf<R>>>;
    /** What the reader cannot see from the schemas, in Markdown. */
    readonly notes?: string;
  } & (R extends { readonly file: string }
    ? { /** The file that is returned. */ readonly file: string }
    : { readonly file?: never }) &
  (R extends { readonly accepted: infer S extends z.core.$ZodType }
    ? { /** The body of a 202 response. */ readonly accepted: z.output<S> }
    : { readonly accepted?: never });

/** An example for each of a feature's routes: a route without one does not compile. */
export type ExamplesOf<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Rows]: ExampleOf<Rows[Name]>;
};

/** An example of any route. */
export interface Example {
  readonly summary: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly form?: object;
  readonly response: unknown;
  readonly otherResponses?: Readonly<Record<string, unknown>>;
  readonly notes?: string;
  readonly file?: string;
  readonly accepted?: unknown;
}
