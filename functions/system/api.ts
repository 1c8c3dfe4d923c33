import { contract } from '../../shared/contract/index.ts';
import { createPublicDocument } from '../../shared/contract/openapi/public-document.ts';
import { systemRoutes } from '../../shared/contract/system.ts';
import { sessions } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { env, secrets } from '../platform/context.ts';

/** Fails if the table or the CSRF secret cannot be read, because the web app needs both. */
export const health = /* @__PURE__ */ serveRouteOf(
  systemRoutes,
  'health',
  { secrets, sessions },
  async (_, deps) => {
    await Promise.all([deps.sessions.find('nobody'), deps.secrets.key('csrf')]);
    return { data: { ok: true as const } };
  },
);

export const openapi = /* @__PURE__ */ serveRouteOf(
  contract,
  'openapi',
  { env },
  async ({ query: { version } }, deps) => createPublicDocument(deps.env.PUBLIC_ORIGIN, version),
);
