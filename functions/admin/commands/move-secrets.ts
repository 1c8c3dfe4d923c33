import { accounts, apiKeys } from '../../access/context.ts';
import { depsOf } from '../../platform/container.ts';
import { scan } from '../../platform/context.ts';
import { factors } from '../../factors/context.ts';
import { moveSecrets } from '../move-secrets.ts';

/**
 * `npm run secrets:move`: moves the secrets of older accounts, administrators included, to
 * partitions that few functions may read. Run it once, after the release with this command can no
 * longer be rolled back: the previous release rejects the password or factor of a moved account
 * with 500, and does not show its API keys. A password reset works in both releases.
 */
const deps = depsOf({ accounts, apiKeys, factors, scan });
process.stdout.write(`The secrets of ${await moveSecrets(deps)} accounts are moved.\n`);
