/** Purposes of keys, each with the setting that names its secret. */
export const SECRET_BY_PURPOSE = {
  'api-key': 'APP_SECRET_ID',
  'closed-account': 'APP_SECRET_ID',
  captcha: 'CODE_SECRET_ID',
  otp: 'CODE_SECRET_ID',
  registration: 'CODE_SECRET_ID',
  'registration-salt': 'CODE_SECRET_ID',
  'second-factor': 'APP_SECRET_ID',
  csrf: 'CSRF_SECRET_ID',
  challenge: 'CSRF_SECRET_ID',
  'former-member': 'CSRF_SECRET_ID',
  link: 'LINK_SECRET_ID',
  address: 'LINK_SECRET_ID',
  answer: 'LINK_SECRET_ID',
  webhook: 'WEBHOOK_SECRET_ID',
  form: 'WEBHOOK_SECRET_ID',
  sso: 'WEBHOOK_SECRET_ID',
  connection: 'CONNECTION_SECRET_ID',
} as const;

export type KeyPurpose = keyof typeof SECRET_BY_PURPOSE;
export type SecretSetting = (typeof SECRET_BY_PURPOSE)[KeyPurpose];

export interface Secrets {
  /** A 32-byte key, independent of the keys of other purposes. */
  key(purpose: KeyPurpose): Promise<Uint8Array>;
  /** The current key, followed by the key from the previous secret, if there is one. */
  keys(purpose: KeyPurpose): Promise<readonly Uint8Array[]>;
}
