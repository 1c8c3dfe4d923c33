import { z } from 'zod';
import { S3Error } from './s3-error.ts';

/** One rule of a bucket's CORS configuration, in CloudFormation's format. */
export const CorsRule = z.object({
  /** Origins, each with at most one `*`. */
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  /** Request headers that a preflight may request, each with at most one `*`. */
  AllowedHeaders: z.array(z.string()).optional(),
  ExposedHeaders: z.array(z.string()).optional(),
  /** Seconds for which a browser may cache the response to a preflight. */
  MaxAge: z.number().optional(),
});
export type CorsRule = z.output<typeof CorsRule>;

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the headers of a response other than a preflight's. Empty without an origin, or if no
 * rule matches the origin and method.
 */
export function corsHeaders(rules: readonly CorsRule[], method: string, request: Headers): Headers {
  const { origin } = request;
  if (origin === undefined) return {};
  const rule = findRule(rules, origin, method, []);
  return rule === undefined ? {} : ruleHeaders(rule, origin);
}

/**
 * @throws {S3Error} 400 if the origin or method is missing; 403 if no rule allows the origin,
 *   method and headers
 */
export function preflightHeaders(rules: readonly CorsRule[], request: Headers): Headers {
  const { origin, 'access-control-request-method': method } = request;
  if (origin === undefined || method === undefined)
    throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  const requestedHeaders = (request['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = findRule(rules, origin, method, requestedHeaders);
  if (rule === undefined)
    throw new S3Error(
      403,
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed. This is usually because the evaluation of ' +
        'Origin, request method / Access-Control-Request-Method or ' +
        "Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
    );
  return {
    ...ruleHeaders(rule, origin),
    ...(requestedHeaders.length > 0 && {
      'access-control-allow-headers': requestedHeaders.join(', '),
    }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  };
}

/** S3 applies only the first rule that matches. */
const findRule = (
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  headers: readonly string[],
): CorsRule | undefined =>
  rules.find(
    (rule) =>
      rule.AllowedMethods.includes(method) &&
      rule.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      headers.every((header) =>
        (rule.AllowedHeaders ?? []).some((pattern) => matches(pattern.toLowerCase(), header)),
      ),
  );

function ruleHeaders(rule: CorsRule, origin: string): Headers {
  const anyOrigin = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': anyOrigin ? '*' : origin,
    ...(!anyOrigin && { 'access-control-allow-credentials': 'true' }),
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(rule.ExposedHeaders !== undefined && {
      'access-control-expose-headers': rule.ExposedHeaders.join(', '),
    }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

function matches(pattern: string, value: string): boolean {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === value;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return (
    value.length >= head.length + tail.length && value.startsWith(head) && value.endsWith(tail)
  );
}
