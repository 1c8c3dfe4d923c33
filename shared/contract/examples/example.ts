import type { OutputOf, PublicRouteNameOf, RequestOf, Route } from '../route.ts';
import type { z } from 'zod/mini';

/** Text fields of a multipart form. The form's file field is added by the OpenAPI document. */
type FormOf<R extends Route> = [z.input<R['form']>] extends [never]
  ? { readonly form?: never }
  : { readonly form: Omit<z.input<R['form']>, 'file'> };

export type ExampleOf<R extends Route> = RequestOf<R> &
  FormOf<R> & {
    readonly summary: string;
    /** Other possible bodies of a request, by name. */
    readonly otherBodies?: Readonly<Record<string, z.input<R['body']>>>;
    readonly response: OutputOf<R>;
    /** Other possible bodies of a 200 response, by name. */
    readonly otherResponses?: Readonly<Record<string, OutputOf<R>>>;
    /** Behavior that the schemas cannot express, in Markdown. */
    readonly notes?: string;
  } & (R extends { readonly file: string }
    ? { /** The file that is returned. */ readonly file: string }
    : { readonly file?: never }) &
  (R extends { readonly accepted: infer S extends z.core.$ZodType }
    ? { /** The body of a 202 response. */ readonly accepted: z.output<S> }
    : { readonly accepted?: never });

/** One example per route that accepts an API key; others have none, because no reader sees them. */
export type ExamplesOf<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in PublicRouteNameOf<Rows>]: ExampleOf<Rows[Name]>;
};

export interface RouteExample {
  readonly summary: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly otherBodies?: Readonly<Record<string, object>>;
  readonly form?: object;
  readonly response: unknown;
  readonly otherResponses?: Readonly<Record<string, unknown>>;
  readonly notes?: string;
  readonly file?: string;
  readonly accepted?: unknown;
}
