export interface Secrets {
  /**
   * 32 bytes derived from the application secret for one purpose. One secret serves all purposes; a
   * key of one opens no other.
   */
  key(purpose: string): Promise<Uint8Array>;
}
