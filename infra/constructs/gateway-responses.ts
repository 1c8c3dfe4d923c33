import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CORS_EXPOSED_HEADERS } from '../../shared/contract/cors.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { text } from '../../shared/texts/text.ts';

interface GatewayError {
  readonly type: ResponseType;
  readonly code: 'not_found' | 'payload_too_large' | 'too_many_requests' | 'malformed' | 'internal';
  /** Covers several statuses, which stay as they are. */
  readonly anyStatus?: true;
  /** Seconds after which the caller may come back. */
  readonly retryAfter?: number;
}

/** What the gateway says by itself, as one of our own errors. */
const errors: readonly GatewayError[] = [
  // The gateway's word for a path that is not there.
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, code: 'not_found' },
  { type: ResponseType.REQUEST_TOO_LARGE, code: 'payload_too_large' },
  { type: ResponseType.THROTTLED, code: 'too_many_requests', retryAfter: 5 },
  { type: ResponseType.DEFAULT_4XX, code: 'malformed', anyStatus: true },
  { type: ResponseType.DEFAULT_5XX, code: 'internal', anyStatus: true, retryAfter: 10 },
];

/**
 * Also a page on another origin must be able to read them. The gateway knows no language, so the
 * text is English; a client that has one for the code shows its own.
 */
export function addGatewayResponses(api: RestApi, origin: string): void {
  for (const { type, code, anyStatus, retryAfter } of errors) {
    const error = errorCatalogue[code];
    const body = { message: [text('en', error.text)], code };
    api.addGatewayResponse(type.responseType, {
      type,
      ...(anyStatus !== true && { statusCode: String(error.status) }),
      responseHeaders: {
        'Access-Control-Allow-Origin': `'${origin}'`,
        'Access-Control-Expose-Headers': `'${CORS_EXPOSED_HEADERS.join(', ')}'`,
        'Cache-Control': "'no-store'",
        ...(retryAfter !== undefined && { 'Retry-After': `'${retryAfter}'` }),
        Vary: "'Origin'",
        'X-Content-Type-Options': "'nosniff'",
      },
      templates: { 'application/json': JSON.stringify(body) },
    });
  }
}
