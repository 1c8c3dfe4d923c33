import * as z from 'zod';

export const SERVER = { name: 'tamis', version: '0.1.0' };

export const CONFIRM_HINT =
  'If the response contains a token, ask the person yourself, then call again with the token as confirm.';

interface Tool<Input extends z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodObject;
}
type InputOf<Input extends z.ZodRawShape> = z.output<z.ZodObject<Input>>;

export interface FreeTool<Input extends z.ZodRawShape> extends Tool<Input> {
  readonly hints: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
  readonly work: (given: InputOf<Input>) => Promise<object>;
}

/** A paid call that a person may have to confirm. */
export interface Plan {
  /** Values that identify the call: calls with equal values are the same call. */
  readonly about: readonly unknown[];
  /** Maximum cost of the call. */
  readonly credits: number;
  /** Question about a recurring cost, which always needs confirmation. */
  readonly terms?: string;
  /** Repeating the work with the same key has no further effect, except if it has `terms`. */
  readonly work: (idempotencyKey: string) => Promise<object>;
}

export interface PaidTool<Input extends z.ZodRawShape> extends Tool<Input> {
  readonly plan: (given: InputOf<Input>) => Plan | Promise<Plan>;
}
export const WRITE_HINTS = { readOnlyHint: false, destructiveHint: false };
export const PAID_HINTS = { readOnlyHint: false, idempotentHint: true, openWorldHint: true };

export const confirm = z
  .string()
  .optional()
  .describe(
    'the token from the response to the first call, once the person has agreed to the cost',
  );

export const formatQuestion = ({ credits, terms }: Pick<Plan, 'credits' | 'terms'>): string =>
  terms ?? `Verify email addresses (${credits}), for at most 1 credit each?`;

/** Functions that add a tool to a server. */
export interface ToolRegistrars {
  free<Input extends z.ZodRawShape>(name: string, tool: FreeTool<Input>): void;
  paid<Input extends z.ZodRawShape>(name: string, tool: PaidTool<Input>): void;
}
