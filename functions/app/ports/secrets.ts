/** What a key is for. One application secret serves all; a key of one purpose opens no other. */
type Purpose = 'otp' | 'csrf' | 'captcha' | 'api-key';

export interface Secrets {
  /** 32 bytes derived from the application secret for one purpose. */
  key(purpose: Purpose): Promise<Uint8Array>;
}
