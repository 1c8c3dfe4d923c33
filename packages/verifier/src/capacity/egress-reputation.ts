import type { EgressEvent, VerifierConfig } from '../model/types.ts';
import { getOrCreate } from '../flow/get-or-create.ts';
import type { BlockReport, ProviderFact } from '../model/facts.ts';
import { REPORT_TTL_MS } from './block.ts';

/** If this many providers block an address, it is used only for trials at these providers. */
const MIN_BLOCKING_PROVIDERS = 3;
const DAY_MS = 86_400_000;
/** Days after which an idle address counts as new again, because no provider remembers it. */
const RETENTION_DAYS = 30;
/** Reputations are reloaded because other processes may have changed them. */
const RELOAD_INTERVAL_MS = 30_000;

type Dependencies = Pick<
  VerifierConfig,
  'egress' | 'warmUpDays' | 'facts' | 'now' | 'onEgress' | 'onError'
>;

const keyOf = (name: string): string => `*|${name}`;

const createReputation = (since: number) => ({
  since,
  usedAt: 0,
  /** At most one report per provider; its `domain` contains the provider's id. */
  reports: new Array<BlockReport>() as readonly BlockReport[],
  loading: Promise.resolve(),
  loadedAt: -Infinity,
});
type AddressReputation = ReturnType<typeof createReputation>;

/** Age of each egress address and the providers that block it, shared by all processes. */
export interface EgressReputation {
  /**
   * Loads what other processes stored. Returns undefined if there is only one address: callers need
   * not wait, because there is no other address to choose.
   */
  load(): Promise<unknown> | undefined;
  /**
   * Returns the fraction of the usual sessions that an address may have. It grows daily during the
   * warm-up, and is 1 afterward or if there is only one address.
   */
  share(name: string): number;
  /**
   * Whether many providers block an address, so that it is only used for trials at these providers.
   * False if all addresses are blocked, because the other providers still need an address.
   */
  isTrialOnly(name: string): boolean;
  /** Records that a provider blocks the address for every customer. */
  recordBlock(name: string, provider: string): void;
  recordSuccess(name: string, provider: string): void;
}

export function createEgressReputation({
  egress,
  warmUpDays = 0,
  facts,
  now,
  onEgress,
  onError,
}: Dependencies): EgressReputation {
  const hasOneAddress = egress.length < 2;
  const reputations = new Map<string, AddressReputation>();

  const at = (name: string): AddressReputation =>
    getOrCreate(reputations, name, () => createReputation(now()));

  function store(name: string, { since, usedAt, reports }: AddressReputation): void {
    // The stored reputation was not loaded, so it must not be overwritten.
    if (usedAt === 0) return;
    const fact = { since, usedAt, reports };
    facts
      .putProvider(keyOf(name), fact, RETENTION_DAYS * (DAY_MS / 1000))
      .catch((error: unknown) => onError('facts', error));
  }

  async function loadStored(name: string, reputation: AddressReputation): Promise<void> {
    let stored: ProviderFact | undefined;
    try {
      stored = await facts.provider(keyOf(name));
    } catch (error) {
      // A reputation may be stored, so it must not be overwritten with that of a new address.
      return onError('facts', error);
    }
    const { since = reputation.since, usedAt = 0, reports = [] } = stored ?? {};
    Object.assign(reputation, { since, usedAt, reports });
    if (now() - usedAt < DAY_MS) return;
    reputation.usedAt = now();
    store(name, reputation);
  }

  function loadOne(name: string): Promise<void> {
    const reputation = at(name);
    if (now() - reputation.loadedAt >= (hasOneAddress ? DAY_MS : RELOAD_INTERVAL_MS)) {
      reputation.loadedAt = now();
      reputation.loading = loadStored(name, reputation);
    }
    return reputation.loading;
  }

  const valid = ({ reports }: AddressReputation): readonly BlockReport[] =>
    reports.filter(({ at: time }) => time > now() - REPORT_TTL_MS);

  const isBlocked = (name: string): boolean => valid(at(name)).length >= MIN_BLOCKING_PROVIDERS;

  function setReports(name: string, reports: readonly BlockReport[]): void {
    const wasBlocked = isBlocked(name);
    const reputation = at(name);
    reputation.reports = reports;
    store(name, reputation);
    if (isBlocked(name) === wasBlocked) return;
    const kind: EgressEvent['kind'] = wasBlocked ? 'back' : 'blocked';
    onEgress?.({ kind, egress: name, detail: reports.map(({ domain }) => domain).join(', ') });
  }

  return {
    load() {
      if (hasOneAddress && warmUpDays === 0) return undefined;
      const loaded = Promise.all(egress.map(({ helo }) => loadOne(helo)));
      return hasOneAddress ? undefined : loaded;
    },

    share(name) {
      if (hasOneAddress || warmUpDays === 0) return 1;
      const days = 1 + Math.floor((now() - at(name).since) / DAY_MS);
      return Math.min(1, days / warmUpDays);
    },

    isTrialOnly: (name) => isBlocked(name) && !egress.every(({ helo }) => isBlocked(helo)),

    recordBlock(name, provider) {
      if (hasOneAddress) return;
      const others = valid(at(name)).filter(({ domain }) => domain !== provider);
      setReports(name, [...others, { domain: provider, customer: '', at: now(), isSure: true }]);
    },

    recordSuccess(name, provider) {
      const reports = valid(at(name));
      const others = reports.filter(({ domain }) => domain !== provider);
      if (others.length < reports.length) setReports(name, others);
    },
  };
}
