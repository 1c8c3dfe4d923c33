export interface ReportedBounce {
  email: string;
  /** Reply of the server, or else explanation by the mail service; empty if there is neither. */
  text: string;
  /** SMTP or enhanced status code. */
  code?: string;
  /** Types that the mail service gave the bounce, separated by ` / `. */
  type?: string;
  /**
   * Time of the bounce in epoch milliseconds. Set only for bounces that we read from a connected
   * service.
   */
  at?: number;
}

/** Content of a row or a message; `skipped` if it is not a bounce. */
export type BounceFileEntry = ReportedBounce | 'skipped';

const MAX_TEXT_LENGTH = 4000;
const MAX_TYPE_LENGTH = 100;

/** Omits an empty code or type, and truncates long values. */
export function createBounceFileEntry({ email, text, code, type }: ReportedBounce): ReportedBounce {
  return {
    email,
    text: text.trim().slice(0, MAX_TEXT_LENGTH),
    ...(code && { code: code.slice(0, MAX_CODE_LENGTH) }),
    ...(type && { type: type.slice(0, MAX_TYPE_LENGTH) }),
  };
}

const MAX_CODE_LENGTH = 20;
