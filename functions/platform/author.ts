import { AsyncLocalStorage } from 'node:async_hooks';
import * as z from 'zod/mini';
import type { CallerRight } from './caller-right.ts';

/** A person, or an API key by its last four characters. */
export const storedActor = z.object({ type: z.enum(['person', 'key']), id: z.string() });
export type Actor = Readonly<z.infer<typeof storedActor>>;

/**
 * The author of an action: the actor, the browser or API key, and the network. Without `who`, the
 * actor is the service, or a person who has not logged in yet.
 */
export const storedAuthor = z.object({ who: z.optional(storedActor), by: z.string() });
export type Author = Readonly<z.infer<typeof storedAuthor>>;

export const personActor = (id: string): Actor => ({ type: 'person', id });

/** The parts of an API call that name its author. */
export interface AuthorCall {
  readonly caller?:
    { readonly person?: { readonly id: string } | undefined; readonly keyEnd?: string } | undefined;
  readonly sourceIp: string;
  readonly right?: CallerRight | undefined;
  header(name: string): string | undefined;
}

const running = new AsyncLocalStorage<AuthorCall | undefined>();

/**
 * Runs the work of an API call, so that the entries in the account's log name its author. The
 * context is implicit, because a use case could forget to pass the author.
 */
export const withCall = <T>(call: AuthorCall | undefined, work: () => T): T =>
  running.run(call, work);

export const currentCall = (): AuthorCall | undefined => running.getStore();

export function currentActor(): Actor | undefined {
  const { person, keyEnd = '' } = currentCall()?.caller ?? {};
  if (person) return personActor(person.id);
  return keyEnd === '' ? undefined : { type: 'key', id: keyEnd };
}

const SEPARATOR = ' · ';
export const joinOrigin = (...parts: readonly unknown[]): string =>
  parts.filter(Boolean).join(SEPARATOR);
export const partsOfOrigin = (origin: string): string[] => origin.split(SEPARATOR);
