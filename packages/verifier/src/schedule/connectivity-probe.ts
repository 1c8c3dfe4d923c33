import type { MailRouter } from '../dns/mail-route.ts';
import type { Resolver } from '../dns/resolver.ts';
import { dial } from '../smtp/dial.ts';
import type { Egress } from '../model/types.ts';

interface Dependencies {
  domains: readonly string[];
  resolver: Pick<Resolver, 'replies'>;
  router: MailRouter;
  port: number;
  connectMs: number;
}

/**
 * Distinguishes an outage on our side from failing servers, by contacting domains that reliable
 * third parties run.
 */
export interface ConnectivityProbe {
  /** Whether a resolver responds to a query for a control domain, with any response code. */
  resolves(): Promise<boolean>;
  /** Whether a control domain's mail host accepts a connection from this egress address. */
  connects(egress: Egress): Promise<boolean>;
}

export function createConnectivityProbe(deps: Dependencies): ConnectivityProbe {
  const { domains, resolver, router, port, connectMs } = deps;

  const anyDomain = (works: (domain: string) => Promise<boolean>): Promise<boolean> =>
    Promise.any(
      domains.map(async (domain) => {
        if (!(await works(domain))) throw new Error(`${domain} is unreachable`);
        return true;
      }),
    ).catch(() => false);

  async function accepts(domain: string, egress: Egress): Promise<boolean> {
    const route = await router.resolveMail(domain);
    if (route.kind === 'none') return false;
    const late = AbortSignal.timeout(connectMs);
    const socket = await dial(route.address, port, egress, connectMs, late);
    if ('detail' in socket) return false;
    socket.destroy();
    return true;
  }

  return {
    resolves: () => anyDomain((domain) => resolver.replies(domain)),
    connects: (egress) => anyDomain((domain) => accepts(domain, egress)),
  };
}
