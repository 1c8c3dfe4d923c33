export interface Secrets {
  /**
   * 32 bytes derived from the application secret for one purpose. One secret serves all purposes; a
   * key of one opens no other.
   */
  key(purpose: string): Promise<Uint8Array>;
  /**
   * The same key and, where the secret was replaced, the one made of the secret before: what was
   * sealed or signed with it can still be read.
   */
  keys(purpose: string): Promise<readonly Uint8Array[]>;
}
