import type { en as activity } from './activity/en.ts';
import type { en as admin } from './admin/en.ts';
import type { en as billing } from './billing/en.ts';
import type { en as bounces } from './bounces/en.ts';
import type { en as connections } from './connections/en.ts';
import type { en as find } from './find/en.ts';
import type { en as forms } from './forms/en.ts';
import type { en as legal } from './legal/en.ts';
import type { en as list } from './list/en.ts';
import type { en as members } from './members/en.ts';
import type { en as paidCheck } from './paidCheck/en.ts';
import type { en as preflight } from './preflight/en.ts';
import type { en as privacy } from './privacy/en.ts';
import type { en as programs } from './programs/en.ts';
import type { en as recovery } from './recovery/en.ts';
import type { en as registration } from './registration/en.ts';
import type { en as security } from './security/en.ts';
import type { en as start } from './start/en.ts';
import type { en as uploads } from './uploads/en.ts';
import type { en as usage } from './usage/en.ts';
import type { en as verdict } from './verdict/en.ts';
import type { en as watch } from './watch/en.ts';
import type { en as webhooks } from './webhooks/en.ts';
import type { en as signedIn } from './signed-in/en.ts';
import type { en as visitor } from './visitor/en.ts';

/** Texts by feature, in a folder of that name, loaded with the first page that uses them. */
type Features = {
  activity: typeof activity;
  admin: typeof admin;
  billing: typeof billing;
  bounces: typeof bounces;
  connections: typeof connections;
  find: typeof find;
  forms: typeof forms;
  legal: typeof legal;
  list: typeof list;
  members: typeof members;
  paidCheck: typeof paidCheck;
  preflight: typeof preflight;
  privacy: typeof privacy;
  programs: typeof programs;
  recovery: typeof recovery;
  registration: typeof registration;
  security: typeof security;
  start: typeof start;
  uploads: typeof uploads;
  usage: typeof usage;
  verdict: typeof verdict;
  watch: typeof watch;
  webhooks: typeof webhooks;
};

/** Texts loaded in addition to the texts for visitors: for logged-in users, and by feature. */
export type TextPart = 'signed-in' | keyof Features;

export type Texts = typeof visitor & typeof signedIn & Features;
