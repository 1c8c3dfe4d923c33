import { en as admin } from '../admin/en.ts';
import { en as billing } from '../billing/en.ts';
import { en as checks } from '../checks/en.ts';
import { en as connection } from '../connection/en.ts';
import { en as lists } from '../lists/en.ts';
import { en as privacy } from '../privacy/en.ts';
import { en as usage } from '../usage/en.ts';

/** The English texts that only signed-in users see, by feature. */
export const en = { admin, billing, checks, connection, lists, privacy, usage };
