import { AUTH_RULES } from '../auth.ts';
import type { ErrorCode } from '../errors.ts';
import { needsCsrf, type Route, acceptsInput } from '../route.ts';

/** Errors that a call declares or that its authorization and inputs imply, and common errors. */
export function getDocumentedErrors(route: Route): readonly ErrorCode[] {
  const codes: (ErrorCode | false)[] = [
    ...(acceptsInput(route, 'body')
      ? (['malformed', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    (acceptsInput(route, 'params') || acceptsInput(route, 'query')) && 'malformed',
    ...AUTH_RULES[route.auth].errors,
    route.role !== undefined && route.role !== 'any' && 'role_required',
    needsCsrf(route) && 'csrf',
    route.sensitive !== undefined && 'reauthentication_required',
    (acceptsInput(route, 'params') ||
      acceptsInput(route, 'query') ||
      acceptsInput(route, 'body')) &&
      'validation',
    ...(route.errors ?? []),
    'too_many_requests',
    'internal',
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}
