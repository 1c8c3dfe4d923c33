import { en as checks } from '../checks/en.ts';
import { en as connection } from '../connection/en.ts';
import { en as lists } from '../lists/en.ts';

/** The English texts that only signed-in users see, on every page or the first, by feature. */
export const en = { checks, connection, lists };
