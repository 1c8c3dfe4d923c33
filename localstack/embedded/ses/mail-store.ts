import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../services/replace-file.ts';

const StoredMail = z.object({
  id: z.string(),
  /** All addresses it went to, the first of `To` first. */
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

/** The mails of the stack. They reach nobody; they can be read here. */
export interface MailStore extends MailReader {
  /** Resolves when the mail is on disk. */
  add(mail: StoredMail): Promise<void>;
}

/** How many mails are kept; when the store opens, older ones go. */
const KEPT = 5000;

/**
 * Opens the mails in a file of one JSON line each, which only ever grows while it is open.
 * A line that a crash cut short is dropped.
 */
export async function openMailStore(file: string): Promise<MailStore> {
  await mkdir(dirname(file), { recursive: true });
  const mails = await load(file);
  return {
    async add(mail) {
      await appendFile(file, `${JSON.stringify(mail)}\n`);
      mails.push(mail);
      if (mails.length > KEPT) mails.shift();
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

async function load(file: string): Promise<StoredMail[]> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const whole = content.lastIndexOf('\n') + 1;
  if (whole < content.length) await truncate(file, whole);
  const lines = content.toString('utf8', 0, whole).split('\n').slice(0, -1);
  if (lines.length > KEPT) {
    lines.splice(0, lines.length - KEPT);
    replaceFile(file, `${lines.join('\n')}\n`);
  }
  return lines.flatMap(parseLine);
}

/** A line that cannot be read must not keep the stack from starting. */
function parseLine(line: string): StoredMail[] {
  try {
    return [StoredMail.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
