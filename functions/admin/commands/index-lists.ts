import { directory } from '../../access/context.ts';
import { lists } from '../../lists/context.ts';
import { depsOf } from '../../platform/container.ts';
import { indexLists } from '../index-lists.ts';

/** `npm run lists:index`: makes lists from before the search by id findable. */
process.stdout.write(`${await indexLists(depsOf({ directory, lists }))} lists indexed.\n`);
