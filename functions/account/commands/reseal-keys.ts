import { depsOf } from '../../platform/container.ts';
import { apiKeys, directory } from '../../access/context.ts';
import { resealKeys } from '../reseal-keys.ts';

/**
 * `npm run keys:reseal`: after the application secret was replaced, and before it is again. Ends
 * with 1 when there are keys that cannot be shown any more; they still work.
 */
const { customers, resealed, unreadable } = await resealKeys(depsOf({ apiKeys, directory }));
process.stdout.write(
  `${customers} customers: ${resealed} keys sealed anew, ${unreadable} cannot be opened.\n`,
);
if (unreadable > 0) process.exitCode = 1;
