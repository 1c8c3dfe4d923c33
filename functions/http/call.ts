import type {
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Context as LambdaContext,
} from 'aws-lambda';
import type { FormOf, InputOf, OutputOf, Route } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';
import type { Caller, SessionCaller } from '../app/authenticate.ts';
import type { Context } from '../context.ts';

/** The caller a route's `auth` promises to its handler. */
type CallerOf<R extends Route> = R['auth'] extends 'public' | 'signed-link' | 'stripe'
  ? undefined
  : R['auth'] extends 'customer-or-key'
    ? Caller
    : SessionCaller;

/** A multipart call of a route with `form`. */
interface FormCall<Fields> {
  readonly fields: Fields;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

/**
 * A call, parsed and guarded. A route with `form` is called in either of two ways: with `form` set
 * and no body, or with a body and no form.
 */
export interface Call<R extends Route> extends Omit<InputOf<R>, 'body'> {
  readonly body: R extends { form: unknown } ? InputOf<R>['body'] | undefined : InputOf<R>['body'];
  readonly form?: FormCall<FormOf<R>>;
  readonly caller: CallerOf<R>;
  /** From Accept-Language, else the account's, else English. */
  readonly language: Language;
  /** As the gateway saw it, never from a header. */
  readonly sourceIp: string;
  readonly requestId: string;
  /** A header whatever the case of its name. */
  header(name: string): string | undefined;
}

/** The 200 answer of a route with `file` when it is the file itself. */
export interface FileReply {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  /** The name it is saved under, in any script. */
  readonly name: string;
}

type ReplyOf<R extends Route> = R extends { file: string } ? OutputOf<R> | FileReply : OutputOf<R>;

export type Serve<R extends Route> = (call: Call<R>, context: Context) => Promise<ReplyOf<R>>;

/** A Lambda handler that knows which route it serves. */
export interface BoundHandler<R extends Route> {
  (event: APIGatewayProxyEvent, lambda: LambdaContext): Promise<APIGatewayProxyResult>;
  readonly route: R;
  /** The same handler on another context, for tests. */
  readonly on: (context: Context) => BoundHandler<R>;
}
