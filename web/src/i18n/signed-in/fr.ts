import { fr as admin } from '../admin/fr.ts';
import { fr as billing } from '../billing/fr.ts';
import { fr as checks } from '../checks/fr.ts';
import { fr as connection } from '../connection/fr.ts';
import { fr as lists } from '../lists/fr.ts';
import { fr as privacy } from '../privacy/fr.ts';
import { fr as usage } from '../usage/fr.ts';

/** The French texts that only signed-in users see, by feature. */
export const fr = { admin, billing, checks, connection, lists, privacy, usage };
