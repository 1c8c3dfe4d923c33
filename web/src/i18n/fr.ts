import { fr as account } from './account/fr.ts';
import { fr as admin } from './admin/fr.ts';
import { fr as billing } from './billing/fr.ts';
import { fr as checks } from './checks/fr.ts';
import { fr as common } from './common/fr.ts';
import { fr as layout } from './layout/fr.ts';
import { fr as legal } from './legal/fr.ts';
import { fr as lists } from './lists/fr.ts';
import { fr as privacy } from './privacy/fr.ts';
import type { Texts } from './texts.ts';

/**
 * The French texts of each feature, under its name. They have a narrow no-break space before ; ! ?
 * and a no-break space before : and inside « ».
 */
export const fr = {
  account,
  admin,
  billing,
  checks,
  common,
  layout,
  legal,
  lists,
  privacy,
} satisfies Texts;
