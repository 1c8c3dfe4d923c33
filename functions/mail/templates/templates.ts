import type { MailContent } from '../../../shared/messages/mail.ts';
import type { VerdictKind } from '../../../shared/model/verdict.ts';
import type { Phrases } from './phrases.ts';

type MailParams = { readonly [C in MailContent as C['template']]: C['params'] };

/** Content of an email as plain text, without markup. */
export interface UnrenderedMail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Reason for this email, if the recipient has no account with the address. */
  readonly footer?: string;
  /** A one-time code to display prominently. */
  readonly code?: string;
  readonly facts?: readonly (readonly [string, string])[];
  /** Number of addresses by verdict, shown as a colored bar. `facts` repeats it as text. */
  readonly bar?: Readonly<Partial<Record<VerdictKind, number>>>;
  readonly action?: { readonly label: string; readonly path: `/${string}` };
}

export type Templates = {
  readonly [T in keyof MailParams]: (params: MailParams[T], phrases: Phrases) => UnrenderedMail;
};

export type MailContentOf<T extends keyof Templates> = {
  [K in T]: { readonly template: K; readonly params: MailParams[K] };
}[T];
