/** Proof that a form was not filled in by a cheap program. */
export interface Captcha {
  /** What the browser has to solve. */
  challenge(): Promise<Record<string, unknown>>;
  /** Whether the solution is right, in time, and was never used before. Uses it up. */
  redeem(solution: string): Promise<boolean>;
}
