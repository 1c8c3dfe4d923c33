import { randomUUID } from 'node:crypto';
import type { StoredMail } from './mail-store.ts';

export class SesError extends Error {
  override readonly name = 'SesError';
  readonly status: number;
  readonly code: string;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const MAX_RECIPIENTS = 50;

/**
 * Parses the email of a SendEmail call from the parameters of the AWS Query protocol.
 * @throws {SesError} if SES would reject it
 * @see https://docs.aws.amazon.com/ses/latest/APIReference/API_SendEmail.html
 */
export function parseSendEmail(parameters: URLSearchParams): StoredMail {
  const action = parameters.get('Action') ?? 'nothing';
  if (action !== 'SendEmail')
    throw new SesError(
      'InvalidAction',
      `The embedded SES supports only SendEmail, not ${action}: render the email and send its parts.`,
    );
  const from = required(parameters, 'Source');
  const subject = required(parameters, 'Message.Subject.Data');
  const text = parameters.get('Message.Body.Text.Data') ?? '';
  const html = parameters.get('Message.Body.Html.Data') ?? '';
  const recipients = ['To', 'Cc', 'Bcc'].flatMap((kind) =>
    [...parameters]
      .filter(([name]) => name.startsWith(`Destination.${kind}Addresses.member.`))
      .map(([, address]) => parseAddrSpec(address)),
  );
  if (recipients.length === 0) throw invalid('At least one destination is required.');
  if (recipients.length > MAX_RECIPIENTS)
    throw invalid(`Recipient count exceeds ${MAX_RECIPIENTS}.`);
  for (const address of [from, ...recipients]) checkAddress(parseAddrSpec(address));
  if (/[\r\n]/.test(subject)) throw invalid('The subject contains a line break.');
  const date = new Date().toISOString();
  return { id: randomUUID(), recipients, from, subject, text, html, date };
}

function required(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name);
  if (!value)
    throw new SesError('ValidationError', `1 validation error detected: ${name} is missing.`);
  return value;
}

const parseAddrSpec = (text: string): string => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.trim();

/**
 * Rejects an address that is not `local@domain` in printable ASCII, as SES does:
 * https://docs.aws.amazon.com/ses/latest/dg/send-email-concepts-email-format.html
 */
function checkAddress(address: string): void {
  if (/[^\x21-\x7e]/.test(address)) throw invalid('Local address contains control or whitespace');
  if (!/^[^@]+@[^@]+$/.test(address) && !/^".*"@[^@]+$/.test(address))
    throw invalid("Missing final '@domain'");
}

const invalid = (message: string): SesError => new SesError('InvalidParameterValue', message);
