const en = {
  /** Text before and after the suggested address. */
  meant: ['Did you mean ', '?'] as readonly [string, string],
  syntax: 'This does not look like an email address.',
  undeliverable: 'This address does not receive mail.',
  disposable: 'Please use an address that you keep.',
};

export type Texts = Readonly<typeof en>;

export const TEXTS = {
  en,
  fr: {
    meant: ['Vouliez-vous dire ', '\u00a0?'],
    syntax: 'Ceci ne ressemble pas à une adresse e-mail.',
    undeliverable: 'Cette adresse ne reçoit pas d’e-mails.',
    disposable: 'Veuillez indiquer une adresse que vous gardez.',
  },
} as const satisfies Record<string, Texts>;
