/** What a key is for. One application secret serves all; a key of one purpose opens no other. */
export type Purpose = 'otp' | 'csrf' | 'captcha' | 'api-key' | 'signed-link';

export interface Secrets {
  /** 32 bytes derived from the application secret for one purpose. */
  key(purpose: Purpose): Promise<Uint8Array>;
}
