import { CORS_EXPOSED_HEADERS } from '../../shared/contract/route.ts';
import { errorCatalog } from '../../shared/contract/errors.ts';
import { getText } from '../../shared/texts/text.ts';

/**
 * API Gateway replaces this with the request id, which the called function also receives:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
const REQUEST_ID = '$context.requestId';

interface GatewayError {
  readonly code: 'not_found' | 'payload_too_large' | 'too_many_requests' | 'malformed' | 'internal';
  /** Set if the response type covers several statuses; each response then keeps its own status. */
  readonly anyStatus?: true;
  /** Value of the `Retry-After` header, in seconds. */
  readonly retryAfter?: number;
}

/**
 * Responses that the gateway creates itself, in the format of our own errors:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const errors: Readonly<Record<string, GatewayError>> = {
  // API Gateway's response type for an unknown path.
  MISSING_AUTHENTICATION_TOKEN: { code: 'not_found' },
  REQUEST_TOO_LARGE: { code: 'payload_too_large' },
  THROTTLED: { code: 'too_many_requests', retryAfter: 5 },
  DEFAULT_4XX: { code: 'malformed', anyStatus: true },
  DEFAULT_5XX: { code: 'internal', anyStatus: true, retryAfter: 10 },
};

/** Sets headers to constant values, in the format of API Gateway's response parameters. */
export const toHeaderParameters = (
  prefix: 'gatewayresponse.header.' | 'method.response.header.',
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`${prefix}${name}`, `'${value}'`]),
  );

export const createErrorTemplates = (
  code: GatewayError['code'] | 'method_not_allowed',
): Readonly<Record<string, string>> => ({
  'application/json': JSON.stringify({
    message: [getText('en', errorCatalog[code].text)],
    code,
    request_id: REQUEST_ID,
  }),
});

/**
 * Defines the error responses that API Gateway creates itself, with CORS headers so that pages of
 * `origin` can read them. They are in English, because the gateway does not know the caller's
 * language; clients can translate by error code. Format:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.html
 */
export const createGatewayResponses = (origin: string): object =>
  Object.fromEntries(
    Object.entries(errors).map(([type, { code, anyStatus, retryAfter }]) => {
      const error = errorCatalog[code];
      const headers = {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': CORS_EXPOSED_HEADERS.join(', '),
        'Cache-Control': 'no-store',
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
        Vary: 'Origin',
        'X-Content-Type-Options': 'nosniff',
      };
      const response = {
        ...(anyStatus !== true && { statusCode: String(error.status) }),
        responseParameters: toHeaderParameters('gatewayresponse.header.', headers),
        responseTemplates: createErrorTemplates(code),
      };
      return [type, response];
    }),
  );
