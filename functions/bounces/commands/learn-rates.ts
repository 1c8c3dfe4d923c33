import { depsOf } from '../../platform/container.ts';
import { clock } from '../../platform/context.ts';
import { outcomes } from '../context.ts';
import { suggestRates } from '../suggest-rates.ts';

/**
 * `npm run score:learn`: prints the rates that reported bounces suggest for
 * functions/checks/rules/score.ts, for a person to review. Changes nothing.
 */
if (import.meta.main) process.stdout.write(await suggestRates(depsOf({ clock, outcomes })));
