import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CORS_EXPOSED_HEADERS } from '../../shared/contract/cors.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';

interface GatewayAnswer {
  readonly type: ResponseType;
  readonly code: ErrorCode;
  readonly message: string;
  /** Absent where one answer covers several statuses. */
  readonly statusCode?: string;
}

const statusOf = (code: ErrorCode): string => String(errorCatalogue[code].status);

/**
 * What the gateway says by itself, in the shape of our own errors. It knows no language, so the
 * text is English; a client that has a text for the code shows its own.
 */
const answers: readonly GatewayAnswer[] = [
  {
    // The gateway's word for a path or method that is not there.
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    code: 'not_found',
    message: 'There is nothing at this address.',
    statusCode: statusOf('not_found'),
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'payload_too_large',
    message: 'The request is too large. Use the presigned upload for large files.',
    statusCode: statusOf('payload_too_large'),
  },
  {
    type: ResponseType.THROTTLED,
    code: 'too_many_requests',
    message: 'Too many requests. Try again in a moment.',
    statusCode: statusOf('too_many_requests'),
  },
  { type: ResponseType.DEFAULT_4XX, code: 'malformed', message: 'The request was not understood.' },
  { type: ResponseType.DEFAULT_5XX, code: 'internal', message: 'Something Went Wrong Try Again' },
];

/** Also a browser on another origin must be able to read them. */
export function addGatewayResponses(api: RestApi, origin: string): void {
  for (const { type, code, message, statusCode } of answers) {
    api.addGatewayResponse(type.responseType, {
      type,
      ...(statusCode !== undefined && { statusCode }),
      responseHeaders: {
        'Access-Control-Allow-Origin': `'${origin}'`,
        'Access-Control-Expose-Headers': `'${CORS_EXPOSED_HEADERS.join(', ')}'`,
        'Cache-Control': "'no-store'",
      },
      templates: { 'application/json': JSON.stringify({ message: [message], code }) },
    });
  }
}
