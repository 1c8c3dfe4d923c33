import type { StageConfig } from '../stage/config.ts';
import type { DeployedStack } from '../stage/deployed-stacks.ts';

export interface CheckContext {
  readonly config: StageConfig;
  readonly stacks: ReadonlyMap<string, DeployedStack>;
}

/** Result of checking one manual step of docs/operators/deploying.md, "Before the first day". */
export interface Finding {
  /** `unseen` means that no API call can check the step. `next` then describes where to look. */
  readonly state: 'done' | 'missing' | 'unseen';
  readonly what: string;
  /** Instructions, unless the step is done. */
  readonly next?: string;
}

export const createDoneFinding = (what: string): Finding => ({ state: 'done', what });
export const createMissingFinding = (what: string, next: string): Finding => ({
  state: 'missing',
  what,
  next,
});

/** Without a deployed stack, there are no outputs. @param part suffix; empty for the core stack */
export const outputsOf = (
  { config, stacks }: CheckContext,
  part: '' | '-Edge' | '-Egress' | '-Observe' = '',
): Readonly<Record<string, string | undefined>> =>
  stacks.get(`Tamis-${config.stage}${part}`)?.outputs ?? {};
