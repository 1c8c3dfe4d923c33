import { existsSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../services/replace-file.ts';

const StoredMail = z.object({
  id: z.string(),
  /** All recipients, starting with the first of `To`. */
  recipients: z.array(z.string()).min(1),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Time of sending: ISO 8601, UTC. */
  date: z.string(),
});

/** A sent email. A missing body is an empty string. */
export type StoredMail = z.infer<typeof StoredMail>;

export interface MailQuery {
  /** Only emails to this address; case is ignored. */
  readonly to?: string | undefined;
  readonly limit?: number;
}

export interface MailReader {
  /** Lists the newest emails first. */
  list(query?: MailQuery): StoredMail[];
  find(id: string): StoredMail | undefined;
}

export interface MailStore extends MailReader {
  /** Resolves when the mail is on disk. */
  add(mail: StoredMail): Promise<void>;
}

/** Maximum number of stored emails. Older ones are removed when the file is opened. */
const MAX_MAILS = 5000;

/**
 * Opens a file of emails, one per line as JSON. While open, the file is only appended to. Drops
 * lines that cannot be parsed, such as one that a crash truncated.
 */
export function openMailStore(file: string): MailStore {
  const mails = load(file);
  return {
    async add(mail) {
      await appendFile(file, `${JSON.stringify(mail)}\n`);
      mails.push(mail);
      if (mails.length > MAX_MAILS) mails.shift();
    },
    ...createMailReader(() => mails),
  };
}

/** @param mails oldest first */
export const createMailReader = (mails: () => readonly StoredMail[]): MailReader => ({
  list({ to, limit = 100 } = {}) {
    const wanted = to?.toLowerCase();
    return mails()
      .filter(
        ({ recipients }) =>
          wanted === undefined ||
          recipients.some((recipient) => recipient.toLowerCase() === wanted),
      )
      .slice(-limit)
      .toReversed();
  },
  find: (id) => mails().find((mail) => mail.id === id),
});

function load(file: string): StoredMail[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const mails = lines.flatMap(parseLine).slice(-MAX_MAILS);
  replaceFile(file, mails.map((mail) => `${JSON.stringify(mail)}\n`).join(''));
  return mails;
}

function parseLine(line: string): StoredMail[] {
  try {
    return [StoredMail.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
