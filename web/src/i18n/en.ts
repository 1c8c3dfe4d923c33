import { en as admin } from './admin/en.ts';
import { en as billing } from './billing/en.ts';
import { en as list } from './list/en.ts';
import { en as preflight } from './preflight/en.ts';
import { en as privacy } from './privacy/en.ts';
import { en as programs } from './programs/en.ts';
import { en as start } from './start/en.ts';
import { en as uploads } from './uploads/en.ts';
import { en as usage } from './usage/en.ts';
import { en as verdict } from './verdict/en.ts';
import { en as webhooks } from './webhooks/en.ts';
import { en as signedIn } from './signed-in/en.ts';
import { en as visitor } from './visitor/en.ts';

/** The English texts of each feature, under its name. */
export const en = {
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
};
