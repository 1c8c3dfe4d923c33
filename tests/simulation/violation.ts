/** A broken invariant. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly check: string;
  constructor(name: string, message: string) {
    super(`${name}: ${message}`);
    this.check = name;
  }
}

/** Number of checks by name. */
export type Checked = Map<string, number>;

/** Runs a check and turns whatever it throws into a violation with that name. */
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
