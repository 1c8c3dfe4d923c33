/** What keys are for, each with the setting that names the secret it is derived from. */
export const SECRET_OF = {
  'api-key': 'APP_SECRET_ID',
  'closed-account': 'APP_SECRET_ID',
  webhook: 'APP_SECRET_ID',
  captcha: 'CODE_SECRET_ID',
  otp: 'CODE_SECRET_ID',
  registration: 'CODE_SECRET_ID',
  'registration-salt': 'CODE_SECRET_ID',
  csrf: 'CSRF_SECRET_ID',
  link: 'LINK_SECRET_ID',
} as const;

export type Purpose = keyof typeof SECRET_OF;
export type SecretSetting = (typeof SECRET_OF)[Purpose];

export interface Secrets {
  /**
   * 32 bytes derived for one purpose from its secret. A key of one purpose opens no other, and a
   * function can read the secrets of its own alone.
   */
  key(purpose: Purpose): Promise<Uint8Array>;
  /**
   * The same key and, where the secret was replaced, the one made of the secret before: what was
   * sealed or signed with it can still be read.
   */
  keys(purpose: Purpose): Promise<readonly Uint8Array[]>;
}
