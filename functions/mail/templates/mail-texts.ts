import type { MailContent } from '../../../shared/messages/mail.ts';

/** The parameters of every mail, by its template. */
export type MailParams = { readonly [C in MailContent as C['template']]: C['params'] };

/** What a mail says, before it becomes text and HTML. Nothing in it is markup. */
export interface MailBody {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A one-time code, set large and apart. */
  readonly code?: string;
  /** Rows of label and value. */
  readonly facts?: readonly (readonly [string, string])[];
  /** The one thing to do next, on a path of the web app. */
  readonly action?: { readonly label: string; readonly path: `/${string}` };
}

/** The mails of one language. */
export interface MailTexts {
  /** `name` begins with a space, or is empty. */
  readonly greeting: (name: string) => string;
  readonly signature: string;
  /** What stands between a label and its value. */
  readonly colon: string;
  /** Why the mail was sent at all. */
  readonly footer: string;
  /** Who helps. */
  readonly support: string;
  readonly bodies: {
    readonly [T in keyof MailParams]: (params: MailParams[T]) => MailBody;
  };
}
