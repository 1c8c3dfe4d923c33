import type { MailContent } from '../../../shared/messages/mail.ts';
import type { VerdictKind } from '../../../shared/model/verdict.ts';
import type { Phrases } from './phrases.ts';

type MailParams = { readonly [C in MailContent as C['template']]: C['params'] };

/** What a mail says, before it becomes text and HTML. Nothing in it is markup. */
export interface MailBody {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A one-time code, set large and apart. */
  readonly code?: string;
  /** Rows of label and value. */
  readonly facts?: readonly (readonly [string, string])[];
  /** A bar of shares, each in the colour of its kind; the facts say the same in words. */
  readonly bar?: Readonly<Partial<Record<VerdictKind, number>>>;
  /** The one thing to do next, on a path of the web app. */
  readonly action?: { readonly label: string; readonly path: `/${string}` };
}

/** Every mail, in the language of its phrases. */
export type Templates = {
  readonly [T in keyof MailParams]: (params: MailParams[T], phrases: Phrases) => MailBody;
};

/** The content of a mail with its template's own parameters. */
export type ContentOf<T extends keyof Templates> = {
  [K in T]: { readonly template: K; readonly params: MailParams[K] };
}[T];
