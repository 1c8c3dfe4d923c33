/** What keys are for, each with the setting that names the secret it is derived from. */
export const SECRET_OF = {
  'api-key': 'APP_SECRET_ID',
  'closed-account': 'APP_SECRET_ID',
  captcha: 'CODE_SECRET_ID',
  otp: 'CODE_SECRET_ID',
  registration: 'CODE_SECRET_ID',
  'registration-salt': 'CODE_SECRET_ID',
  csrf: 'CSRF_SECRET_ID',
  link: 'LINK_SECRET_ID',
  webhook: 'WEBHOOK_SECRET_ID',
  form: 'WEBHOOK_SECRET_ID',
} as const;

export type Purpose = keyof typeof SECRET_OF;
export type SecretSetting = (typeof SECRET_OF)[Purpose];

export interface Secrets {
  /** 32 bytes derived for one purpose from its secret; they open nothing of another. */
  key(purpose: Purpose): Promise<Uint8Array>;
  /** The same and, where the secret was replaced, that of the one before it. */
  keys(purpose: Purpose): Promise<readonly Uint8Array[]>;
}
