/** Something that must never be so. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly check: string;
  constructor(name: string, message: string) {
    super(`${name}: ${message}`);
    this.check = name;
  }
}
