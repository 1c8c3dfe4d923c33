import { AUTH } from '../auth.ts';
import type { ErrorCode } from '../errors.ts';
import { needsCsrf, type Route, takes } from '../route.ts';

/** All errors of a route: its own, and those implied by its auth and its input. */
export function promisedErrors(route: Route): readonly ErrorCode[] {
  const codes: (ErrorCode | false)[] = [
    ...(takes(route, 'body')
      ? (['malformed', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    (takes(route, 'params') || takes(route, 'query')) && 'malformed',
    ...AUTH[route.auth].errors,
    needsCsrf(route) && 'csrf',
    (takes(route, 'params') || takes(route, 'query') || takes(route, 'body')) && 'validation',
    ...(route.errors ?? []),
    'too_many_requests',
    'internal',
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}
