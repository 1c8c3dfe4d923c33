import { existsSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../services/replace-file.ts';

const StoredMail = z.object({
  id: z.string(),
  /** All recipients, the first of `To` first. */
  recipients: z.array(z.string()).min(1),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** ISO 8601, UTC. */
  date: z.string(),
});

/** A mail as it was sent; a missing body is an empty text. */
export type StoredMail = z.infer<typeof StoredMail>;

export interface MailQuery {
  /** Only mails to this address; case does not matter. */
  readonly to?: string | undefined;
  readonly limit?: number;
}

export interface MailReader {
  /** Newest first. */
  list(query?: MailQuery): StoredMail[];
  find(id: string): StoredMail | undefined;
}

/** Mails sent by the stack. They are stored here and never delivered. */
export interface MailStore extends MailReader {
  /** Resolves when the mail is on disk. */
  add(mail: StoredMail): Promise<void>;
}

/** Maximum number of mails kept; older ones are dropped from the file when it is opened. */
const MAX_MAILS = 5000;

/**
 * Opens the mails in a file of one JSON line each, which only ever grows while it is open.
 * A line that cannot be read, such as one that a crash cut short, is dropped.
 */
export function openMailStore(file: string): MailStore {
  const mails = load(file);
  return {
    async add(mail) {
      await appendFile(file, `${JSON.stringify(mail)}\n`);
      mails.push(mail);
      if (mails.length > MAX_MAILS) mails.shift();
    },
    ...readerOf(() => mails),
  };
}

/** Reads mails that are kept elsewhere, oldest first. */
export const readerOf = (mails: () => readonly StoredMail[]): MailReader => ({
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
