import { z } from 'zod';
import { type MailReader, type StoredMail, createMailReader } from '../embedded/ses/mail-store.ts';

const REFRESH_MS = 1000;

/** Response of MiniStack's `/_ministack/ses/messages`: https://github.com/ministackorg/ministack */
const ministack = z.object({
  messages: z.record(
    z.string(),
    z.array(
      z.object({
        MessageId: z.string(),
        Source: z.string(),
        To: z.array(z.string()),
        Subject: z.string(),
        BodyText: z.string().nullish(),
        BodyHtml: z.string().nullish(),
        /** Epoch seconds. */
        Timestamp: z.number(),
      }),
    ),
  ),
});

/** Response of LocalStack's `/_aws/ses`: https://docs.localstack.cloud/aws/services/ses */
const localstack = z.object({
  messages: z.array(
    z.object({
      Id: z.string(),
      Source: z.string(),
      Destination: z.object({ ToAddresses: z.array(z.string()) }),
      Subject: z.string(),
      Body: z.object({ text_part: z.string().nullish(), html_part: z.string().nullish() }),
      /** ISO 8601 in UTC, but without a time zone. */
      Timestamp: z.string(),
    }),
  ),
});

/** Returns all emails that an emulator accepted, oldest first. @throws if it does not list them */
export async function fetchMails(endpoint: string): Promise<StoredMail[]> {
  const fromMinistack = await fetch(`${endpoint}/_ministack/ses/messages`);
  if (fromMinistack.ok) {
    const { messages } = ministack.parse(await fromMinistack.json());
    return Object.values(messages).flatMap((account) =>
      account.map((mail) => ({
        id: mail.MessageId,
        from: mail.Source,
        recipients: mail.To,
        subject: mail.Subject,
        text: mail.BodyText ?? '',
        html: mail.BodyHtml ?? '',
        date: new Date(mail.Timestamp * 1000).toISOString(),
      })),
    );
  }
  const { messages } = localstack.parse(await (await fetch(`${endpoint}/_aws/ses`)).json());
  return messages.map((mail) => ({
    id: mail.Id,
    from: mail.Source,
    recipients: mail.Destination.ToAddresses,
    subject: mail.Subject,
    text: mail.Body.text_part ?? '',
    html: mail.Body.html_part ?? '',
    date: new Date(`${mail.Timestamp.replace(/Z$/, '')}Z`).toISOString(),
  }));
}

/**
 * Polls the emulator's emails until `stop` is called. Keeps the last emails while the emulator does
 * not respond.
 */
export function pollMails(endpoint: string): { store: MailReader; stop: () => void } {
  let mails: readonly StoredMail[] = [];
  const timer = setInterval(() => {
    fetchMails(endpoint).then(
      (found) => (mails = found),
      () => {},
    );
  }, REFRESH_MS);
  return { store: createMailReader(() => mails), stop: () => clearInterval(timer) };
}
