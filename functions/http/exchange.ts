import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { AppError } from '../../shared/contract/errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';
import type { Caller } from '../app/authenticate.ts';
import type { Context } from '../context.ts';
import type { Call, FileReply, Serve } from './call.ts';
import { acceptedLanguage, bearerOf, headerOf, mediaTypeOf } from './event.ts';
import { guard } from './guard.ts';
import { type RawForm, readForm } from './read-form.ts';
import { readInput } from './read-input.ts';
import { errorReply, fileReply, jsonReply } from './reply.ts';

/** What some programs send for "no key". */
const NO_KEY = new Set(['', 'null', 'undefined']);

const given = (key: string | undefined): string | undefined =>
  key === undefined || NO_KEY.has(key.trim()) ? undefined : key.trim();

const isFile = (reply: unknown): reply is FileReply =>
  typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'file';

/** An answer that is not what the contract says is a bug: undeclared members count as one. */
function checkOutput(route: Route, reply: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(reply));
  const promised = z.safeParse(route.output, sent);
  if (!promised.success)
    throw new Error(`${route.path} breaks its contract: ${z.prettifyError(promised.error)}`);
  if (!isDeepStrictEqual(promised.data, sent))
    throw new Error(`${route.path} answers more than its contract says`);
}

/**
 * One call from event to answer: who asks, what is asked, the handler, its answer. Every failure
 * becomes an answer in the caller's language; one that was not promised is logged and says nothing.
 */
export async function exchange<R extends Route>(
  route: R,
  serve: Serve<R>,
  event: APIGatewayProxyEvent,
  context: Context,
): Promise<APIGatewayProxyResult> {
  const { requestId, identity } = event.requestContext;
  const asked = acceptedLanguage(event);
  let caller: Caller | undefined;
  const language = (): Language => asked ?? caller?.user.language ?? 'en';

  try {
    let form: RawForm | undefined;
    if (route.form && mediaTypeOf(event) === 'multipart/form-data') form = await readForm(event);

    caller = await guard(
      route,
      {
        bearer: bearerOf(event),
        apiKey: given(headerOf(event, 'x-api-key')) ?? given(form?.fields['api_key']),
        csrf: headerOf(event, 'x-csrf-token'),
        sourceIp: identity.sourceIp,
      },
      context,
    );

    const { fields, ...input } = readInput(route, event, form);
    const reply = await serve(
      {
        ...input,
        ...(form && { form: { fields, file: form.file } }),
        caller,
        language: language(),
        sourceIp: identity.sourceIp,
        requestId,
        header: (name: string) => headerOf(event, name),
      } as Call<R>,
      context,
    );

    if (route.file && isFile(reply)) return fileReply(reply, route.file);
    if (context.env.CHECK_OUTPUT === 'true') checkOutput(route, reply);
    return jsonReply(200, reply);
  } catch (error) {
    if (error instanceof AppError) return errorReply(error, language());
    context.log.error('unexpected', error, { route: route.path, method: route.method, requestId });
    return errorReply(new AppError('internal'), language());
  }
}
