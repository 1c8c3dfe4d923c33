import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { z } from 'zod/mini';
import type { Quota } from '../../../shared/contract/errors.ts';
import type { BodyOf, OutputOf, Route } from '../../../shared/contract/route.ts';
import type { Language } from '../../../shared/model/account.ts';

export interface RawForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

/** A REST API event, with the data that the middlewares of a route have parsed from it. */
export interface ApiEvent extends APIGatewayProxyEvent {
  /** Language of the response; undefined if neither the call nor its caller specifies one. */
  language?: Language | undefined;
  /** Id of the calling person or, with an API key, of the key's account; for the security log. */
  account?: string | undefined;
  /** Remaining quotas of the rate limits, if the caller used an API key. */
  quotas?: readonly Quota[];
  form?: RawForm | undefined;
}

export interface RouteInput<R extends Route> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: BodyOf<R>;
}

export interface RouteCall<R extends Route, Caller> extends RouteInput<R> {
  readonly caller: Caller;
  /** The language in Accept-Language, otherwise the account's, otherwise English. */
  readonly language: Language;
  /** The caller's IP address from CloudFront or the gateway, which the caller cannot forge. */
  readonly sourceIp: string;
  readonly requestId: string;
  /** Looks up a header by its case-insensitive name. */
  header(name: string): string | undefined;
  bytes(): Uint8Array;
}

/** A 200 response with a file, which only routes with `file` can return. */
export interface FileResult {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  /** Download name, which may contain any Unicode characters. */
  readonly name: string;
}

export interface RedirectResult {
  readonly kind: 'redirect';
  /** An absolute URL. */
  readonly location: string;
}

export const redirectTo = (location: string): RedirectResult => ({ kind: 'redirect', location });

export interface AcceptedResult<B = unknown> {
  readonly kind: 'accepted';
  readonly body: B;
  /** Path at which the client polls for the result. */
  readonly location: string;
  /** Seconds (at least 1) to wait before polling. */
  readonly retryAfter: number;
}

/** A message of JSON-RPC, or no body in response to a notification. */
export interface RpcResult<B = unknown> {
  readonly kind: 'rpc';
  readonly status: 200 | 202 | 400 | 404;
  readonly body?: B;
}

export type ResultOf<R extends Route> = R extends { redirect: string }
  ? RedirectResult
  : R extends { rpc: true }
    ? RpcResult<OutputOf<R>>
    : | OutputOf<R>
      | (R extends { file: string } ? FileResult : never)
      | (R extends { accepted: infer S extends z.core.$ZodType }
          ? AcceptedResult<z.output<S>>
          : never);
