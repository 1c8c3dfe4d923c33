import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type HttpService, startHttpService } from '../services/http-service.ts';
import { escapeMarkup } from '../../../shared/model/escape-markup.ts';
import type { MailStore } from './mail-store.ts';
import { SesError, parseSendEmail } from './send-email.ts';

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

/** Starts SES (version 1) on loopback. SendEmail stores the email; all other calls are rejected. */
export function startSes(store: MailStore): Promise<HttpService> {
  return startHttpService(async (message, response) => {
    const requestId = randomUUID();
    const requestXml = `<RequestId>${requestId}</RequestId>`;
    const respond = (status: number, root: string, content: string): void => {
      response.writeHead(status, { 'content-type': 'text/xml', 'x-amzn-requestid': requestId });
      response.end(`<${root} xmlns="${NAMESPACE}">${content}</${root}>`);
    };
    try {
      const mail = parseSendEmail(new URLSearchParams(await text(message)));
      await store.add(mail);
      respond(
        200,
        'SendEmailResponse',
        `<SendEmailResult><MessageId>${mail.id}</MessageId></SendEmailResult>` +
          `<ResponseMetadata>${requestXml}</ResponseMetadata>`,
      );
    } catch (error) {
      const { status, code, message: why } = error instanceof SesError ? error : unexpected(error);
      respond(
        status,
        'ErrorResponse',
        `<Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeMarkup(why)}</Message>` +
          `</Error>${requestXml}`,
      );
    }
  });
}

function unexpected(error: unknown): SesError {
  console.error('SES:', error);
  return new SesError('InternalFailure', 'The request failed because of an unknown error.', 500);
}
