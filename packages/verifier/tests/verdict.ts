import type { Verdict } from '../src/model/types.ts';

export const NO_FLAGS = {
  catch_all: false,
  catch_all_unknown: false,
  disposable: false,
  role: false,
  free: false,
  mailbox_full: false,
  tagged: false,
  gateway: false,
  parked: false,
  no_dmarc: false,
};

/** Creates the verdict of an accepted address, with overrides. */
export const createVerdict = (email: string, more: Partial<Verdict> = {}): Verdict => ({
  email,
  status: 'deliverable',
  reason: 'accepted',
  confidence: 0.98,
  flags: NO_FLAGS,
  ...more,
});
