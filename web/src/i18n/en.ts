import { en as signedIn } from './signed-in/en.ts';
import { en as visitor } from './visitor/en.ts';

/** The English texts of each feature, under its name. */
export const en = { ...visitor, ...signedIn };
