import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults } from '../faults.ts';
import type { Clock } from '../model/clock.ts';
import type { World } from '../model/world.ts';

/** The request that an event comes from. */
export interface Cause {
  readonly id: string | null;
  readonly key: string | null;
}

/** What the API, the pages and the calls for programs stand on. */
export interface Service {
  readonly world: World;
  readonly clock: Clock;
  readonly secretKey: string;
  readonly faults: () => Faults;
  setFaults(faults: Faults): void;
  /** Does what has become due and then this, all at one go, and saves it before anybody hears of it. */
  change<T>(run: () => T, cause?: Cause): Promise<T>;
}

export type Serve = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

export function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export const pathOf = (message: IncomingMessage): URL =>
  new URL(message.url ?? '/', 'http://stripe');
