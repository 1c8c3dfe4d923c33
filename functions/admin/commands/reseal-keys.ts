import { apiKeys, directory } from '../../access/context.ts';
import { resealKeys } from '../../account/reseal-keys.ts';
import { connections } from '../../connections/context.ts';
import { ssoSettings } from '../../members/context.ts';
import { depsOf } from '../../platform/container.ts';
import { factors } from '../../factors/context.ts';
import { endpoints } from '../../webhooks/context.ts';

/**
 * `npm run keys:reseal`: encrypts customers' stored API keys, signing secrets, second factors and
 * client secrets again, with the current secrets. Run it five minutes after each replacement of the
 * application or webhook secret, because running functions do not know the new secret until then,
 * and before the next replacement. Exits with status 1 if a stored value can no
 * longer be decrypted: the API key still works but cannot be displayed, the endpoint gets no events
 * until its signing secret is replaced, and single sign-on fails until the owner enters the client
 * secret again. Administrators are not in the directory; their factors are encrypted again when
 * used.
 */
const deps = depsOf({ apiKeys, connections, directory, endpoints, factors, ssoSettings });
const { customers, resealed, unreadable } = await resealKeys(deps, [
  deps.apiKeys,
  deps.connections,
  deps.endpoints,
  deps.factors,
  deps.ssoSettings,
]);
process.stdout.write(
  `${customers} customers: ${resealed} keys resealed, ${unreadable} cannot be decrypted.\n`,
);
if (unreadable > 0) process.exitCode = 1;
