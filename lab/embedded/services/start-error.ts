/** Thrown if a stack cannot start. The message is one sentence that explains what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
