import { z } from 'zod';
import { type MailReader, type StoredMail, readerOf } from '../embedded/ses/mail-store.ts';

const REFRESH_MS = 1000;

/** https://github.com/ministackorg/ministack: `/_ministack/ses/messages` */
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

/** https://docs.localstack.cloud/aws/services/ses: `/_aws/ses` */
const localstack = z.object({
  messages: z.array(
    z.object({
      Id: z.string(),
      Source: z.string(),
      Destination: z.object({ ToAddresses: z.array(z.string()) }),
      Subject: z.string(),
      Body: z.object({ text_part: z.string().nullish(), html_part: z.string().nullish() }),
      /** ISO 8601 without a zone; it is UTC. */
      Timestamp: z.string(),
    }),
  ),
});

/** Every mail an emulator has taken, oldest first. @throws when it keeps none of them */
export async function readMails(endpoint: string): Promise<StoredMail[]> {
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
 * The mails an emulator has taken, read again and again until the returned `stop`. Empty as long
 * as it does not respond.
 */
export function followMails(endpoint: string): { store: MailReader; stop: () => void } {
  let mails: readonly StoredMail[] = [];
  const timer = setInterval(() => {
    readMails(endpoint).then(
      (found) => (mails = found),
      () => {},
    );
  }, REFRESH_MS);
  return { store: readerOf(() => mails), stop: () => clearInterval(timer) };
}
