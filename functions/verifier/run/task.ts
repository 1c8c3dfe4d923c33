import type { CatchAll, Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import type { ParsedAddress } from '../address/types.ts';
import { detached } from './detached.ts';
import { loreOf } from './subjects.ts';
import type { Lore } from './subjects.ts';

/** What a run knows of a domain. */
export interface Domain {
  name: string;
  lore: Lore;
  /** Its addresses by their keys: those whose turn has come, and answered ones that are remembered. */
  known: Map<string, Ask> | undefined;
  /** How many of its addresses are open, repetitions that were not found to be such included. */
  open: number;
  /** Where its addresses are asked first. */
  task: Task | undefined;
  /** Where those are asked that were denied there. */
  elsewhere: readonly Task[];
  catchAll: CatchAll | undefined;
  /** Its server has seen the random recipient, whatever it said. */
  probed: boolean;
  /** Most recipients one transaction took, where the server said so. */
  cap: number | undefined;
}

/** An address with what its server said of it, which is not settled yet: something else is awaited. */
export interface Held {
  ask: Ask;
  outcome: Outcome;
}

/** The addresses of one domain that are to be asked at one place. */
export interface Task {
  domain: Domain;
  /** Still to be asked. */
  asks: Ask[];
  /** Asked, answer awaited, over all sessions. */
  onWire: number;
  /** Acceptances and full mailboxes, until it is known what the domain says to a random recipient. */
  held: Held[];
  /** A server that defers strangers has to see the random recipient too, or it defers it for ever. */
  deferred: boolean;
  probing: boolean;
  probes: number;
  /** Connections in a row that ended without a new answer. */
  fruitless: number;
}

const NOWHERE: readonly Task[] = [];

/** @param address any of it */
export function createDomain(address: ParsedAddress): Domain {
  return {
    name: detached(address.ascii),
    lore: loreOf(address),
    known: undefined,
    open: 0,
    task: undefined,
    elsewhere: NOWHERE,
    catchAll: undefined,
    probed: false,
    cap: undefined,
  };
}

export function createTask(domain: Domain, asks: Ask[] = []): Task {
  return {
    domain,
    asks,
    onWire: 0,
    held: [],
    deferred: false,
    probing: false,
    probes: 0,
    fruitless: 0,
  };
}

const tasksOf = ({ task, elsewhere }: Domain): readonly Task[] =>
  task ? [task, ...elsewhere] : elsewhere;

/**
 * Takes what is held of a domain, wherever it was asked: to be settled at once when it is known what
 * the domain says to a random recipient, since nobody asks for one again.
 */
export function takeHeld(domain: Domain): Held[] {
  return tasksOf(domain).flatMap(({ held }) => held.splice(0));
}

/** Takes what waits of a domain, wherever that is. */
export function takeWaiting(domain: Domain): Ask[] {
  return tasksOf(domain).flatMap(({ asks }) => asks.splice(0));
}

/** All recipients are answered, and the random one is still owed. */
export function awaitsProbe(task: Task): boolean {
  return (
    task.asks.length === 0 &&
    task.onWire === 0 &&
    !task.probing &&
    task.domain.catchAll === undefined &&
    (task.held.length > 0 || (task.deferred && !task.domain.probed))
  );
}

export function isDone(task: Task): boolean {
  return (
    task.asks.length === 0 &&
    task.onWire === 0 &&
    task.held.length === 0 &&
    !task.probing &&
    !awaitsProbe(task)
  );
}
