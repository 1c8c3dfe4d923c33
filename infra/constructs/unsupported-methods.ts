import {
  CORS_EXPOSED_HEADERS,
  CORS_METHODS,
  CORS_REQUEST_HEADERS,
} from '../../shared/contract/route.ts';
import { errorCatalog } from '../../shared/contract/errors.ts';
import { createErrorTemplates, toHeaderParameters } from './gateway-responses.ts';

const PREFLIGHT_STATUS = '204';
const METHOD_NOT_ALLOWED = errorCatalog.method_not_allowed;
const PREFLIGHT_CACHE_SECONDS = 3600;

/**
 * Request template from which the mock integration takes the status of its response; it never reads
 * a body. It is set for the usual content types, because for all others the gateway returns 415.
 */
const template = `#if($context.httpMethod == "OPTIONS"){"statusCode": ${PREFLIGHT_STATUS}}#else{"statusCode": ${METHOD_NOT_ALLOWED.status}}#end`;
const CONTENT_TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

type Headers = Readonly<Record<string, string>>;

const responseHeaders = (headers: Headers) =>
  toHeaderParameters('method.response.header.', headers);
const declaredResponse = (description: string, headers: Headers): object => ({
  description,
  headers: Object.fromEntries(
    Object.keys(headers).map((name) => [name, { schema: { type: 'string' } }]),
  ),
});

/**
 * Defines the response to methods that a path does not support: a preflight request gets the CORS
 * headers for the web app's origin, any other request 405 with the allowed methods (RFC 9110
 * §15.5.6). Format:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-any-method.html
 */
export function defineUnsupportedMethods(origin: string, methods: readonly string[]): object {
  const cors = {
    'Access-Control-Allow-Origin': origin,
    Vary: 'Origin',
    'X-Content-Type-Options': 'nosniff',
  };
  const preflight = {
    ...cors,
    'Access-Control-Allow-Headers': CORS_REQUEST_HEADERS.join(','),
    'Access-Control-Allow-Methods': CORS_METHODS.join(','),
    'Access-Control-Expose-Headers': CORS_EXPOSED_HEADERS.join(','),
    'Access-Control-Max-Age': String(PREFLIGHT_CACHE_SECONDS),
  };
  const refusal = {
    ...cors,
    Allow: [...methods, 'OPTIONS'].join(', '),
    'Cache-Control': 'no-store',
  };
  const status = String(METHOD_NOT_ALLOWED.status);
  return {
    responses: {
      [PREFLIGHT_STATUS]: declaredResponse('CORS headers for a preflight request', preflight),
      [status]: declaredResponse('Method not allowed', refusal),
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(CONTENT_TYPES.map((type) => [type, template])),
      responses: {
        [PREFLIGHT_STATUS]: {
          statusCode: PREFLIGHT_STATUS,
          responseParameters: responseHeaders(preflight),
        },
        default: {
          statusCode: status,
          responseParameters: responseHeaders(refusal),
          responseTemplates: createErrorTemplates('method_not_allowed'),
        },
      },
    },
  };
}
