import { fr as signedIn } from './signed-in/fr.ts';
import type { Texts } from './texts.ts';
import { fr as visitor } from './visitor/fr.ts';

/**
 * The French texts of each feature, under its name. They have a narrow no-break space before ; ! ?
 * and a no-break space before : and inside « ».
 */
export const fr = { ...visitor, ...signedIn } satisfies Texts;
