import { en as account } from './account/en.ts';
import { en as admin } from './admin/en.ts';
import { en as billing } from './billing/en.ts';
import { en as checks } from './checks/en.ts';
import { en as common } from './common/en.ts';
import { en as layout } from './layout/en.ts';
import { en as legal } from './legal/en.ts';
import { en as lists } from './lists/en.ts';
import { en as privacy } from './privacy/en.ts';

/** The English texts of each feature, under its name. */
export const en = { account, admin, billing, checks, common, layout, legal, lists, privacy };
