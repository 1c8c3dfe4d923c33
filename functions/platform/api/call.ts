import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { z } from 'zod/mini';
import type { Quota } from '../../../shared/contract/errors.ts';
import type { BodyOf, OutputOf, Route } from '../../../shared/contract/route.ts';
import type { Language } from '../../../shared/model/account.ts';

/** A multipart form as it was sent: text fields and one file in the field `file`. */
export interface RawForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

/** The event of a REST API with what the middlewares of a route have read from it. */
export interface ApiEvent extends APIGatewayProxyEvent {
  /** Language of the response; absent where neither the call nor its caller says one. */
  language?: Language | undefined;
  /** Id of the account that calls, once it is proven; for the log. */
  account?: string | undefined;
  /** What the rate limits of a program leave. */
  quotas?: readonly Quota[];
  /** The multipart form, where the route takes one and the call brought one. */
  form?: RawForm | undefined;
}

export interface Input<R extends Route> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: BodyOf<R>;
}

/** A call, parsed and let through by the guard. */
export interface Call<R extends Route, Caller> extends Input<R> {
  readonly caller: Caller;
  /** From Accept-Language, else the account's, else English. */
  readonly language: Language;
  /** As the gateway saw it, never from a header. */
  readonly sourceIp: string;
  readonly requestId: string;
  /** A header whatever the case of its name. */
  header(name: string): string | undefined;
  /** The body as it was sent, byte for byte. */
  bytes(): Uint8Array;
}

/** The 200 response of a route with `file` when it is the file itself. */
export interface FileResult {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  /** The name it is saved under, in any script. */
  readonly name: string;
}

/** The response of a route with `redirect`. */
export interface RedirectResult {
  readonly kind: 'redirect';
  /** Absolute. */
  readonly location: string;
}

export const redirectTo = (location: string): RedirectResult => ({ kind: 'redirect', location });

/** The 202 response of a route with `accepted`. */
export interface AcceptedResult<B = unknown> {
  readonly kind: 'accepted';
  readonly body: B;
  /** Path of the call that responds with the answer. */
  readonly location: string;
  /** Seconds, at least 1, until it is worth asking. */
  readonly retryAfter: number;
}

export type ResultOf<R extends Route> = R extends { redirect: string }
  ? RedirectResult
  : | OutputOf<R>
    | (R extends { file: string } ? FileResult : never)
    | (R extends { accepted: infer S extends z.core.$ZodType }
        ? AcceptedResult<z.output<S>>
        : never);
