import type { Email } from 'postal-mime';
import { addressesInCell } from '../list-file/address-cell.ts';
import { entryOf, type Entry } from './reported-bounce.ts';

/** Senders and subjects of reports that are not in the format of RFC 3464. */
const REPORT_SENDER = /^(?:mailer-daemon|mail-?daemon|mdaemon|postmaster|mail ?delivery)/i;
const REPORT_SUBJECT =
  /undeliver|delivery (?:status|failure|failed|has failed|problem)|mail delivery|returned (?:mail|to sender)|return(?:ed|ing) message|failure notice|delivery notification|unzustellbar|nicht zugestellt|non (?:remis|distribu|delivr)|no se (?:puede|pudo|ha podido) entregar|mancata consegna|non recapitat|não (?:entreg|foi)|niet bezorgd/i;
const DELAY_SUBJECT = /\bdelay|warning: (?:could not|message)|verz[öo]ger|\bretard/i;

/** The line above the returned message, and Postfix's introduction. */
const RETURNED_MESSAGE =
  /^(?:-+ ?(?:below this line|this is a copy|the following is|original message|returned message|message header|end of)|(?:this is a copy of|received: (?:from|by) |return-path: |original message (?:headers|follows)))/im;
/** A line that starts with a recipient: `<ada@example.com>:`, `ada@example.com`. */
const RECIPIENT_LINE = /^[ \t>*]*<?([^\s<>@:]{1,64}@[^\s<>:]{1,255})>?\s*(?:[:;.(-]+\s*(.*))?$/;
const REPLY_LINE =
  /^\W*(?:[45]\d\d[ #-]|(?:smtp error|remote host said|.*\bsaid: |.*returned:?\s*$|\(reason: ))/i;
const MAX_REPLY_LENGTH = 1000;

const header = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name)?.value ?? '';

/** Reads a report in the text format of Exim, qmail (QSBMF), Sendmail and others. */
export function readTextReport(mail: Email): Entry[] {
  const failed = addressesInCell(header(mail, 'x-failed-recipients'));
  const replies = repliesOf(mail.text ?? '');
  if (failed.length === 0 && !isReport(mail)) return [];
  const recipients = failed.length > 0 ? failed : [...replies.keys()];
  return recipients.map((email) =>
    entryOf({ email, text: replies.get(email.toLowerCase()) ?? lastReply(mail) }),
  );
}

/** The words about a recipient in the text of a report. */
export const textFor = (email: string, mail: Email): string =>
  repliesOf(mail.text ?? '').get(email.toLowerCase()) ?? lastReply(mail);

function isReport(mail: Email): boolean {
  const subject = mail.subject ?? '';
  const sender = mail.from?.address ?? '';
  if (DELAY_SUBJECT.test(subject)) return false;
  return (
    REPORT_SENDER.test(sender) ||
    (REPORT_SUBJECT.test(subject) && header(mail, 'auto-submitted') !== 'auto-replied')
  );
}

/** Replies by recipient in lower case: the text from the line of a recipient to the next one's. */
function repliesOf(text: string): Map<string, string> {
  const lines = bodyOf(text).split(/\r?\n/);
  const replies = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const [, recipient, rest = ''] = RECIPIENT_LINE.exec(line) ?? [];
    if (recipient !== undefined) {
      current = [rest];
      const key = recipient.toLowerCase();
      if (!replies.has(key)) replies.set(key, current);
    } else current?.push(line.trim());
  }
  return new Map([...replies].map(([recipient, found]) => [recipient, replyIn(found)]));
}

/** The paragraph with the recipient, or the lines from the first that looks like a reply. */
function replyIn(lines: readonly string[]): string {
  const start = lines.findIndex((line) => REPLY_LINE.test(line));
  const from = Math.max(0, start);
  const end = lines.findIndex((line, at) => at > from && line === '');
  const reply = lines.slice(from, end < 0 ? undefined : end).join(' ');
  return reply.trim().slice(0, MAX_REPLY_LENGTH);
}

const lastReply = (mail: Email): string => {
  const lines = bodyOf(mail.text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.some((line) => REPLY_LINE.test(line)) ? replyIn(lines) : '';
};

function bodyOf(text: string): string {
  const end = text.search(RETURNED_MESSAGE);
  return end > 0 ? text.slice(0, end) : text;
}
