import { sweep } from '../../app/sweep.ts';
import { type Context, context } from '../../context.ts';

const on = (contextOf: () => Context) =>
  Object.assign(() => sweep(contextOf()), { on: (other: Context) => on(() => other) });

/** Runs every minute. */
export const handler = on(context);
