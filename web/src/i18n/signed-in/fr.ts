import { fr as checks } from '../checks/fr.ts';
import { fr as connection } from '../connection/fr.ts';
import { fr as lists } from '../lists/fr.ts';

/** The French texts that only signed-in users see, on every page or the first, by feature. */
export const fr = { checks, connection, lists };
