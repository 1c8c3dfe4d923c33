import type { MailContent } from '../../../shared/messages/mail.ts';
import type { VerdictKind } from '../../../shared/model/verdict.ts';
import type { Phrases } from './phrases.ts';

type MailParams = { readonly [C in MailContent as C['template']]: C['params'] };

/** Content of a mail, before it is rendered as text and HTML. Plain text, no markup. */
export interface MailBody {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A one-time code, displayed prominently. */
  readonly code?: string;
  /** Rows of label and value. */
  readonly facts?: readonly (readonly [string, string])[];
  /** A bar of shares in the color of their kind; the facts have the same data in words. */
  readonly bar?: Readonly<Partial<Record<VerdictKind, number>>>;
  /** Call to action, which links to a path of the web app. */
  readonly action?: { readonly label: string; readonly path: `/${string}` };
}

export type Templates = {
  readonly [T in keyof MailParams]: (params: MailParams[T], phrases: Phrases) => MailBody;
};

export type ContentOf<T extends keyof Templates> = {
  [K in T]: { readonly template: K; readonly params: MailParams[K] };
}[T];
