import { directory } from '../../access/context.ts';
import { lists } from '../../lists/context.ts';
import { depsOf } from '../../platform/container.ts';
import { indexLists } from '../index-lists.ts';

/** `npm run lists:index`: lets administrators find lists by id that are older than this search. */
process.stdout.write(`${await indexLists(depsOf({ directory, lists }))} lists indexed.\n`);
