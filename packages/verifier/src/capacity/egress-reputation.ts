import type { EgressEvent, VerifierConfig } from '../model/types.ts';
import { getOrCreate } from '../flow/get-or-create.ts';
import type { BlockReport, ProviderFact } from '../model/facts.ts';
import { REPORT_MS } from './block.ts';

/** Providers that must block an address before it is used only for trials at those. */
const PROVIDERS = 3;
const DAY_MS = 86_400_000;
/** An address that was idle this long counts as new again: no provider remembers it. */
const FORGOTTEN_DAYS = 30;
/** Milliseconds after which an address is reloaded: other processes may have learned something. */
const STALE_MS = 30_000;

type Dependencies = Pick<
  VerifierConfig,
  'egress' | 'warmUpDays' | 'facts' | 'now' | 'onEgress' | 'onError'
>;

const keyOf = (name: string): string => `*|${name}`;

const newKnown = (since: number) => ({
  since,
  usedAt: 0,
  /** One report per provider; its `domain` holds the provider's id. */
  reports: new Array<BlockReport>() as readonly BlockReport[],
  loading: Promise.resolve(),
  loadedAt: -Infinity,
});
type Known = ReturnType<typeof newKnown>;

/**
 * The reputation of each egress address with all providers: how long it has been in use, and which
 * providers block it. All processes share it through facts.
 */
export interface EgressReputation {
  /** Loads what other processes stored. With one address there is nothing to wait for. */
  load(): Promise<unknown> | undefined;
  /** Share of its sessions that an address may use; it grows daily during the warm-up. */
  share(name: string): number;
  /**
   * Whether an address is only used for trials, at the many providers that block it. False if all
   * addresses are blocked, because the other providers still need one.
   */
  isOut(name: string): boolean;
  /** Records that a provider is closed to the address, for every customer. */
  blocked(name: string, provider: string): void;
  served(name: string, provider: string): void;
}

export function createEgressReputation({
  egress,
  warmUpDays = 0,
  facts,
  now,
  onEgress,
  onError,
}: Dependencies): EgressReputation {
  const isOne = egress.length < 2;
  const known = new Map<string, Known>();

  const at = (name: string): Known => getOrCreate(known, name, () => newKnown(now()));

  function store(name: string, { since, usedAt, reports }: Known): void {
    // A reputation that could not be loaded must not be overwritten.
    if (usedAt === 0) return;
    const fact = { since, usedAt, reports };
    facts
      .putProvider(keyOf(name), fact, FORGOTTEN_DAYS * (DAY_MS / 1000))
      .catch((error: unknown) => onError('facts', error));
  }

  async function fetch(name: string, one: Known): Promise<void> {
    let stored: ProviderFact | undefined;
    try {
      stored = await facts.provider(keyOf(name));
    } catch (error) {
      // The address may have a stored reputation, so it must not be stored as new.
      return onError('facts', error);
    }
    const { since = one.since, usedAt = 0, reports = [] } = stored ?? {};
    Object.assign(one, { since, usedAt, reports });
    if (now() - usedAt < DAY_MS) return;
    one.usedAt = now();
    store(name, one);
  }

  function loadOne(name: string): Promise<void> {
    const one = at(name);
    if (now() - one.loadedAt >= (isOne ? DAY_MS : STALE_MS)) {
      one.loadedAt = now();
      one.loading = fetch(name, one);
    }
    return one.loading;
  }

  const valid = ({ reports }: Known): readonly BlockReport[] =>
    reports.filter(({ at: time }) => time > now() - REPORT_MS);

  const isBlocked = (name: string): boolean => valid(at(name)).length >= PROVIDERS;

  function change(name: string, reports: readonly BlockReport[]): void {
    const wasBlocked = isBlocked(name);
    const one = at(name);
    one.reports = reports;
    store(name, one);
    if (isBlocked(name) === wasBlocked) return;
    const kind: EgressEvent['kind'] = wasBlocked ? 'back' : 'blocked';
    onEgress?.({ kind, egress: name, detail: reports.map(({ domain }) => domain).join(', ') });
  }

  return {
    load() {
      if (isOne && warmUpDays === 0) return undefined;
      const loaded = Promise.all(egress.map(({ helo }) => loadOne(helo)));
      return isOne ? undefined : loaded;
    },

    share(name) {
      if (isOne || warmUpDays === 0) return 1;
      const days = 1 + Math.floor((now() - at(name).since) / DAY_MS);
      return Math.min(1, days / warmUpDays);
    },

    isOut: (name) => isBlocked(name) && !egress.every(({ helo }) => isBlocked(helo)),

    blocked(name, provider) {
      if (isOne) return;
      const others = valid(at(name)).filter(({ domain }) => domain !== provider);
      change(name, [...others, { domain: provider, customer: '', at: now(), isSure: true }]);
    },

    served(name, provider) {
      const reports = valid(at(name));
      const others = reports.filter(({ domain }) => domain !== provider);
      if (others.length < reports.length) change(name, others);
    },
  };
}
