/** A stack cannot start; the message is one sentence that explains what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
