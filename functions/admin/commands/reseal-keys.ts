import { apiKeys, directory } from '../../access/context.ts';
import { resealKeys } from '../../account/reseal-keys.ts';
import { depsOf } from '../../platform/container.ts';
import { endpoints } from '../../webhooks/context.ts';

/**
 * `npm run keys:reseal`: after the application secret or that of webhooks was
 * replaced, and before it is again. Ends
 * with 1 when something cannot be opened any more: a key that still works is not shown, and nothing
 * is sent to an endpoint until its secret is replaced.
 */
const deps = depsOf({ apiKeys, directory, endpoints });
const { customers, resealed, unreadable } = await resealKeys(deps, [deps.apiKeys, deps.endpoints]);
process.stdout.write(
  `${customers} customers: ${resealed} keys sealed anew, ${unreadable} cannot be opened.\n`,
);
if (unreadable > 0) process.exitCode = 1;
