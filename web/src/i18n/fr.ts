import { fr as admin } from './admin/fr.ts';
import { fr as billing } from './billing/fr.ts';
import { fr as list } from './list/fr.ts';
import { fr as preflight } from './preflight/fr.ts';
import { fr as privacy } from './privacy/fr.ts';
import { fr as programs } from './programs/fr.ts';
import { fr as start } from './start/fr.ts';
import { fr as uploads } from './uploads/fr.ts';
import { fr as usage } from './usage/fr.ts';
import { fr as verdict } from './verdict/fr.ts';
import { fr as webhooks } from './webhooks/fr.ts';
import { fr as signedIn } from './signed-in/fr.ts';
import type { Texts } from './texts.ts';
import { unbroken } from './unbroken.ts';
import { fr as visitor } from './visitor/fr.ts';

/**
 * The French texts of each feature, under its name. They have a narrow no-break space before ; ! ?
 * and a no-break space before : and inside « ».
 */
export const fr = unbroken({
  ...visitor,
  ...signedIn,
  admin,
  billing,
  list,
  preflight,
  privacy,
  programs,
  start,
  uploads,
  usage,
  verdict,
  webhooks,
}) satisfies Texts;
