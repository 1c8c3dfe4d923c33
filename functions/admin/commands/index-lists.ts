import { directory } from '../../access/context.ts';
import { lists } from '../../lists/context.ts';
import { depsOf } from '../../platform/container.ts';
import { backfillListOwners } from '../index-lists.ts';

/** `npm run lists:index`: stores the owner of each old list, so that a search by id finds it. */
process.stdout.write(`${await backfillListOwners(depsOf({ directory, lists }))} lists indexed.\n`);
