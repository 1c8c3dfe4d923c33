export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly check: string;
  constructor(name: string, message: string) {
    super(`${name}: ${message}`);
    this.check = name;
  }
}

/** Number of runs of each check, by the check's name. */
export type CheckCounts = Map<string, number>;

/** Runs a check. If it throws, throws a violation with the check's name instead. */
export async function runCheck(
  checked: CheckCounts,
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
