import { CORS_EXPOSED_HEADERS } from '../../shared/contract/cors.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { text } from '../../shared/texts/text.ts';

/**
 * What the gateway puts its id of a call for, which the function of a call has too:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
const REQUEST_ID = '$context.requestId';

interface GatewayError {
  readonly code: 'not_found' | 'payload_too_large' | 'too_many_requests' | 'malformed' | 'internal';
  /** Covers several statuses, which stay as they are. */
  readonly anyStatus?: true;
  /** Seconds after which the caller may come back. */
  readonly retryAfter?: number;
}

/**
 * What the gateway says by itself, as one of our own errors:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const errors: Readonly<Record<string, GatewayError>> = {
  // The gateway's word for a path that is not there.
  MISSING_AUTHENTICATION_TOKEN: { code: 'not_found' },
  REQUEST_TOO_LARGE: { code: 'payload_too_large' },
  THROTTLED: { code: 'too_many_requests', retryAfter: 5 },
  DEFAULT_4XX: { code: 'malformed', anyStatus: true },
  DEFAULT_5XX: { code: 'internal', anyStatus: true, retryAfter: 10 },
};

/** Parameters of a response of the gateway: headers with values that are always the same. */
export const fixedHeaders = (
  prefix: 'gatewayresponse.header.' | 'method.response.header.',
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`${prefix}${name}`, `'${value}'`]),
  );

/** Templates of a response of the gateway: the body of one of our own errors. */
export const fixedBody = (
  code: GatewayError['code'] | 'method_not_allowed',
): Readonly<Record<string, string>> => ({
  'application/json': JSON.stringify({
    message: [text('en', errorCatalogue[code].text)],
    code,
    request_id: REQUEST_ID,
  }),
});

/**
 * Also a page on another origin must be able to read them. The gateway knows no language, so the
 * text is English; a client that has one for the code shows its own. The shape is that of
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.html
 */
export const gatewayResponses = (origin: string): object =>
  Object.fromEntries(
    Object.entries(errors).map(([type, { code, anyStatus, retryAfter }]) => {
      const error = errorCatalogue[code];
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
        responseParameters: fixedHeaders('gatewayresponse.header.', headers),
        responseTemplates: fixedBody(code),
      };
      return [type, response];
    }),
  );
