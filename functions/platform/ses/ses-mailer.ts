import { type SESClient, SendEmailCommand, SESServiceException } from '@aws-sdk/client-ses';
import { parseAddress } from '../../../packages/verifier/src/address/parse-address.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { Log } from '../log.ts';
import type { Mailer, MailOutcome } from './mailer.ts';

/**
 * SES error codes for an email that will never be accepted. All others may be temporary: an
 * exceeded quota, a missing permission, a sender that is not verified yet.
 */
const PERMANENT_CODES = new Set([
  'MessageRejected',
  'InvalidParameterValue',
  'InvalidParameterValueException',
]);

/** Throttled emails are retried within seconds, so they are not logged as errors. */
const THROTTLING_CODES = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException']);

/**
 * SES's error message while the account is in the sandbox or the sender identity is not verified:
 * "Email address is not verified. The following identities failed the check in region …". The
 * rejection is temporary.
 */
const UNVERIFIED_IDENTITY_ERROR = /not verified/i;

/** Error codes of failures that occur before any byte of the request was sent. */
const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the connection timed out. No other SDK error has this name without a code. */
const isConnectTimeout = (error: unknown, code: string): boolean =>
  error instanceof Error && error.name === 'TimeoutError' && code === '';

function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof SESServiceException)
    return PERMANENT_CODES.has(error.name) && !UNVERIFIED_IDENTITY_ERROR.test(error.message)
      ? 'rejected'
      : 'postponed';
  const code = codeOf(error);
  return CONNECTION_ERRORS.has(code) || isConnectTimeout(error, code)
    ? 'postponed'
    : 'deliveryUnknown';
}

/**
 * Converts an address to ASCII, with its domain in A-labels, because SES does not support SMTPUTF8
 * (https://docs.aws.amazon.com/ses/latest/APIReference/API_Destination.html). Registration rejects
 * non-ASCII local parts.
 */
function asciiAddress(address: string): string {
  const parsed = parseAddress(address);
  return parsed.valid ? parsed.wire : address;
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/**
 * Sends emails through SES. The client must not retry (`maxAttempts: 1`): a request whose response
 * was lost may have succeeded, and a retry would send the email twice.
 */
export function createSesMailer(client: SESClient, from: string, log: Log): Mailer {
  return {
    async send({ to, subject, text, html }) {
      try {
        await client.send(
          new SendEmailCommand({
            Source: from.includes('<') ? from : `${PRODUCT_NAME} <${from}>`,
            Destination: { ToAddresses: [asciiAddress(to)] },
            Message: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } },
          }),
        );
        return 'sent';
      } catch (error) {
        const outcome = outcomeOf(error);
        if (error instanceof SESServiceException && THROTTLING_CODES.has(error.name))
          log.info('mail_throttled');
        else if (outcome === 'rejected')
          log.warn('mail_refused', { delivery: outcome, reason: String(error) });
        else log.error('mail_not_accepted', error, { delivery: outcome });
        return outcome;
      }
    },
  };
}
