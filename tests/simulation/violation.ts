/** Something that must never be so. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly check: string;
  constructor(name: string, message: string) {
    super(`${name}: ${message}`);
    this.check = name;
  }
}

/** Counts what was checked. */
export type Checked = Map<string, number>;

/** Runs a check; whatever it throws is a violation of that name. */
export async function check(
  checked: Checked,
  name: string,
  run: () => void | Promise<unknown>,
): Promise<void> {
  checked.set(name, (checked.get(name) ?? 0) + 1);
  try {
    await run();
  } catch (error) {
    if (error instanceof ViolationError) throw error;
    throw new ViolationError(name, error instanceof Error ? error.message : String(error));
  }
}
