/** Something that must never be so. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly check: string;
  constructor(name: string, message: string) {
    super(`${name}: ${message}`);
    this.check = name;
  }
}
