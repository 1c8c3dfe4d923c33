import type { Route } from '../../shared/contract/route.ts';
import type { RouteCall } from '../platform/api/call.ts';
import { type AuthorCall, joinOrigin, partsOfOrigin } from '../platform/author.ts';
import { wideNetworkOf } from './limits/network-of.ts';

/**
 * Names by a token of the header User-Agent. The first match counts, because browsers also send the
 * tokens of browsers that they resemble:
 * https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent
 */
const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  'Firefox|FxiOS': 'Firefox',
  'Chrome|CriOS': 'Chrome',
  Safari: 'Safari',
};
const SYSTEMS = {
  Windows: 'Windows',
  Android: 'Android',
  'iPhone|iPad': 'iOS',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};

const nameIn = (text: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([pattern]) => new RegExp(pattern).test(text))?.[1];

/** Returns a browser such as `Firefox, Windows`; for other programs, their name. */
function browserOf(userAgent = ''): string | undefined {
  const browser = nameIn(userAgent, BROWSERS) ?? /^[\w-]{1,30}/.exec(userAgent)?.[0];
  return [browser, nameIn(userAgent, SYSTEMS)].filter(Boolean).join(', ');
}

/** The parts of a caller's call that `originOf` and the log of changes need. */
export type CallOf<C> = Pick<RouteCall<Route, C>, 'caller' | 'header' | 'sourceIp'>;

/** Returns who makes a call, for storage and display: the API key or the browser, and the network. */
export const originOf = ({ caller, header, sourceIp }: AuthorCall): string =>
  joinOrigin(
    caller?.keyEnd === undefined ? browserOf(header('User-Agent')) : `API …${caller.keyEnd}`,
    wideNetworkOf(sourceIp),
  );

/** Returns the caller together with the network and the origin of the call. */
export const callerOf = <C extends NonNullable<AuthorCall['caller']>>(call: CallOf<C>) => ({
  ...call.caller,
  sourceIp: call.sourceIp,
  by: originOf(call),
});

/** Whether a login's browser and network are both absent from the origins. */
export function isNewOrigin(origin: string, known: readonly string[]): boolean {
  const parts = new Set(known.flatMap(partsOfOrigin));
  return partsOfOrigin(origin).every((part) => !parts.has(part));
}
