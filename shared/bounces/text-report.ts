import type { Email } from 'postal-mime';
import { addressesInCell } from '../list-file/address-cell.ts';
import { isJson, readBounceJson } from './read-json.ts';
import { createBounceFileEntry, type BounceFileEntry } from './reported-bounce.ts';

/** Reports that are not in the format of RFC 3464 are recognized by their sender and subject. */
const REPORT_SENDER =
  /mailer-?daemon|mail-daemon|mdaemon|post_?master|mail ?delivery|delivery subsystem/i;
const REPORT_SUBJECT =
  /undeliver|delivery (?:status|failure|failed|has failed|problem)|returned (?:mail|to sender)|return(?:ed|ing) message|failure notice|unzustellbar|nicht zugestellt|non (?:remis|distribu|délivr)|no se (?:puede|pudo|ha podido) entregar|mancata consegna|não (?:entreg|foi)|niet bezorgd/i;
const DELAY_SUBJECT = /\bdelay|warning: (?:could not|message)|verz(?:ö|oe)ger|\bretard/i;

/** The line above the returned message. */
const RETURNED_MESSAGE =
  /^[- \t]*(?:below this line|this is a copy|(?:the )?(?:original|returned|unsent|attached) message|the header of|(?:original )?message headers?|received: ?(?:from|by) |return-path: )/im;
/** A line that starts with a recipient: `<a@example.com>:` or `554 <a@example.com>... Deferred`. */
const RECIPIENT_LINE =
  /^[ \t>*]*(?:[45]\d\d (?:[\d.]+ )?(?=<))?<?([^\s<>@:;(]{1,64}@[^\s<>:;(]{1,255}[^\s<>:;(.,])>?(?:[ \t]*[:;.(-]+(?:\s+(.*)|([^@]{0,100}\)))?)?$/;
/** A line with a server's reply: a code before words, at the start of the line or after a colon. */
const REPLY_LINE = /^\W*[45]\d\d[\s#-]+\S|[:;\]] *['"<[(]*[45]\d\d[\s#-]+\S|^\(reason: /;
const MAX_LINE_LENGTH = 1000;
const MAX_REPLY_LENGTH = 1000;

const header = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name)?.value ?? '';

/** Reads a report in the text format of Exim, qmail (QSBMF), Sendmail and others. */
export function readTextReport(mail: Email): BounceFileEntry[] {
  const text = mail.text ?? '';
  // Amazon SNS sends the events of Amazon SES by email, with a footer.
  const event = new TextEncoder().encode(text.split('\n--\n', 1)[0]);
  if (isJson(event)) return [...readBounceJson(event)];
  const failed = addressesInCell(header(mail, 'x-failed-recipients'));
  if (failed.length === 0 && !isReport(mail)) return [];
  const lines = linesOf(mail);
  const recipients = [failed, [...repliesIn(lines).keys()], mentioned(lines, mail)];
  const textFor = createReplyFinder(mail);
  return (recipients.find(({ length }) => length > 0) ?? []).map((email) =>
    createBounceFileEntry({ email, text: textFor(email) }),
  );
}

/** Creates a function that returns the reply about a recipient, or else the first reply. */
export function createReplyFinder(mail: Email): (email: string) => string {
  const lines = linesOf(mail);
  const replies = repliesIn(lines);
  const any = replyIn(lines);
  return (email) => replies.get(email.toLowerCase()) || any;
}

function isReport(mail: Email): boolean {
  const subject = mail.subject ?? '';
  if (DELAY_SUBJECT.test(subject)) return false;
  if (REPORT_SENDER.test(header(mail, 'from'))) return true;
  return REPORT_SUBJECT.test(subject) && header(mail, 'auto-submitted') !== 'auto-replied';
}

/** Returns the lines above the returned message. */
function linesOf({ text = '' }: Email): string[] {
  const end = text.search(RETURNED_MESSAGE);
  return (end > 0 ? text.slice(0, end) : text)
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, MAX_LINE_LENGTH))
    .filter((line) => !/^-.*-$/.test(line));
}

/** Returns the first address in the text, except the address to which the report was sent. */
function mentioned(lines: readonly string[], mail: Email): string[] {
  const receivers = header(mail, 'to').slice(0, MAX_LINE_LENGTH).toLowerCase();
  const addresses = lines
    .filter((line) => line.includes('@'))
    .flatMap(addressesInCell)
    .filter((address) => !receivers.includes(address.toLowerCase()));
  return addresses.slice(0, 1);
}

/** Returns replies by lower-case recipient. A reply ends at the line of the next recipient. */
function repliesIn(lines: readonly string[]): Map<string, string> {
  const linesByRecipient = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const [, recipient, ...rest] = RECIPIENT_LINE.exec(line) ?? [];
    const known = linesByRecipient.get(recipient?.toLowerCase() ?? '');
    const isReply = /^[45]\d\d/.test(line);
    if (recipient === undefined || (isReply && (known ?? current))) {
      (known ?? current)?.push(line);
      continue;
    }
    current = [isReply ? line : (rest.find((words) => words) ?? '')];
    if (!known) linesByRecipient.set(recipient.toLowerCase(), current);
  }
  return new Map([...linesByRecipient].map(([recipient, found]) => [recipient, replyIn(found)]));
}

/** Returns the server's reply, or else the beginning of the lines. */
function replyIn(lines: readonly string[]): string {
  const start = lines.findIndex((line) => REPLY_LINE.test(line));
  const end = start < 0 ? -1 : lines.indexOf('', start);
  const reply = lines.slice(Math.max(0, start), end < 0 ? undefined : end);
  return reply.join(' ').trim().slice(0, MAX_REPLY_LENGTH);
}
