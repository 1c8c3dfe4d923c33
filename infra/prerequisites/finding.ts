import type { StageConfig } from '../stage/config.ts';
import type { DeployedStack } from '../stage/deployed.ts';

/** Where something is looked for. */
export interface Place {
  readonly config: StageConfig;
  /** The stacks of the stage, by name. */
  readonly stacks: ReadonlyMap<string, DeployedStack>;
}

/** What was found of one thing that a person has to do before the first day. */
export interface Finding {
  /** `unseen`: no call tells; `next` says where to look. */
  readonly state: 'done' | 'missing' | 'unseen';
  readonly what: string;
  /** The way to it, where it is not done. */
  readonly next?: string;
}

export const done = (what: string): Finding => ({ state: 'done', what });
export const missing = (what: string, next: string): Finding => ({ state: 'missing', what, next });

/** The outputs of a stack of the stage, `` for the core; empty where it is not deployed. */
export const outputsOf = (
  { config, stacks }: Place,
  part: '' | '-Edge' | '-Egress' | '-Observe' = '',
): Readonly<Record<string, string | undefined>> =>
  stacks.get(`Tamis-${config.stage}${part}`)?.outputs ?? {};
