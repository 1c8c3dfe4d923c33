import { isNoBounce } from './bounce-type.ts';

/** A bounce as a mail service or mail server reported it. */
export interface ReportedBounce {
  email: string;
  /** The words of the server or else of the mail service; empty if there are none. */
  text: string;
  /** SMTP or enhanced status code. */
  code?: string;
  /** Types that the mail service gave the bounce, separated by ` / `. */
  type?: string;
  /** The mail server that refused the message. */
  server?: string;
  /** Whether this is a delivery report (RFC 3464) that names the server and a status code. */
  isReport?: true;
}

/** A row or message of a file. Everything that is not a bounce is skipped. */
export type BounceFileEntry = ReportedBounce | 'skipped';

const MAX_TEXT_LENGTH = 4000;
const MAX_TYPE_LENGTH = 100;

/** Creates an entry without empty fields. An event that is not a bounce is skipped. */
export function createBounceFileEntry({
  email,
  text,
  code,
  type,
}: ReportedBounce): BounceFileEntry {
  if (isNoBounce(type ?? '')) return 'skipped';
  return {
    email,
    text: text.trim().slice(0, MAX_TEXT_LENGTH),
    ...(code && { code: code.slice(0, MAX_CODE_LENGTH) }),
    ...(type && { type: type.slice(0, MAX_TYPE_LENGTH) }),
  };
}

const MAX_CODE_LENGTH = 20;
