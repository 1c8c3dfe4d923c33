import { text } from 'node:stream/consumers';
import { type HttpService, startHttpService } from '../services/http-service.ts';
import type { MailStore } from './mail-store.ts';
import { errorXml, parseQueryParameters, resultXml } from './query-protocol.ts';
import type { QueryParameters } from './query-protocol.ts';
import { SesError, readSendEmail } from './send-email.ts';

export interface SesOptions {
  readonly store: MailStore;
  readonly now: () => Date;
  /** Message ids. */
  readonly newId: () => string;
  /** Says why an address is to be refused (MessageRejected), for tests of failing mail. */
  readonly refuse?: (address: string) => string | undefined;
}

/**
 * Starts SES, version 1 of its API, on the loopback interface: SendEmail puts the mail into the
 * store, everything else is refused.
 */
export function startSes(options: SesOptions): Promise<HttpService> {
  return startHttpService(async (message, response) => {
    const requestId = options.newId();
    const respond = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'text/xml', 'x-amzn-requestid': requestId });
      response.end(body);
    };
    try {
      const parameters = parseQueryParameters(await text(message));
      const messageId = await sendEmail(parameters, options);
      const result = `<MessageId>${messageId}</MessageId>`;
      respond(200, resultXml('SendEmail', result, requestId));
    } catch (error) {
      const known = error instanceof SesError ? error : unexpected(error);
      respond(known.status, errorXml(known.code, known.message, requestId));
    }
  });
}

function unexpected(error: unknown): SesError {
  console.error('SES:', error);
  return new SesError('InternalFailure', 'The request failed because of an unknown error.', 500);
}

async function sendEmail(
  parameters: QueryParameters,
  { store, now, newId, refuse }: SesOptions,
): Promise<string> {
  const action = parameters.get('Action') ?? 'nothing';
  if (action !== 'SendEmail')
    throw new SesError(
      'InvalidAction',
      `The embedded SES offers SendEmail alone, not ${action}: render the mail and send its parts.`,
    );
  const mail = readSendEmail(parameters, { id: newId(), date: now().toISOString() });
  for (const address of mail.recipients) {
    const reason = refuse?.(address);
    if (reason !== undefined) throw new SesError('MessageRejected', reason);
  }
  await store.add(mail);
  return mail.id;
}
