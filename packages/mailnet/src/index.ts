import { countersOf } from './counters.ts';
import { createDnsResponder, type Texts } from './dns/responder.ts';
import { startDnsServer } from './dns/server.ts';
import { createNetworkDelay } from './net/network-delay.ts';
import { createClientMemory } from './smtp/client-memory.ts';
import { startSmtpServer } from './smtp/server.ts';
import { createStats } from './net/stats.ts';
import { createSimulatedInternet } from './net/simulated-internet.ts';

/** A simulated mail internet: real DNS and SMTP on loopback, all computed from a seed. */

export { addresses } from './listing.ts';
export { expectedDelivery, expectedVerdict } from './ground-truth.ts';

export interface MailnetOptions {
  /** An integer from 0 to 2^53 - 1, from which the entire network is computed. */
  seed: number;
  /** The DNS port; 0 or absent chooses a free port. */
  dnsPort?: number;
  smtpPort?: number;
  /** One-way delay in milliseconds; every reply arrives a round trip after its request. */
  delayMs?: number;
  /** Divides the delays and time windows of servers: 60 turns minutes into seconds. */
  timeScale?: number;
  /** Replaces `timeScale` for greylist windows and limits per minute. */
  greylistScale?: number;
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

export interface Mailnet {
  readonly dnsPort: number;
  readonly smtpPort: number;
  counters(): ReturnType<typeof countersOf>;
  resetCounters(): void;
  /**
   * Publishes the TXT records of a name, in addition to the simulation, or makes its queries fail.
   * Undefined removes them.
   */
  setTexts(name: string, texts: Texts | undefined): void;
  close(): Promise<void>;
}

/** @throws the system's error (`EADDRINUSE`, `EACCES`) if a port cannot be used */
export async function startMailnet(options: MailnetOptions): Promise<Mailnet> {
  const { seed, dnsPort = 0, smtpPort = 0, delayMs = 0, timeScale = 1, now } = options;
  const { greylistScale = timeScale } = options;
  const world = createSimulatedInternet(seed);
  const stats = createStats(world);
  const network = createNetworkDelay(delayMs, timeScale);
  const memory = createClientMemory(greylistScale, now);
  const texts = new Map<string, Texts>();
  const dns = await startDnsServer(dnsPort, createDnsResponder(world, stats, texts), network);
  try {
    const smtp = await startSmtpServer(smtpPort, { world, stats, memory }, network, now);
    return {
      dnsPort: dns.port,
      smtpPort: smtp.port,
      counters: () => countersOf(world, stats),
      resetCounters: () => stats.reset(),
      setTexts(name, published) {
        if (published === undefined) texts.delete(name.toLowerCase());
        else texts.set(name.toLowerCase(), published);
      },
      async close() {
        network.stop();
        await Promise.all([dns.close(), smtp.close()]);
      },
    };
  } catch (error) {
    await dns.close();
    throw error;
  }
}
