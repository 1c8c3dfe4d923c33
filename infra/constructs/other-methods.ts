import { MockIntegration, PassthroughBehavior } from 'aws-cdk-lib/aws-apigateway';
import type { IResource } from 'aws-cdk-lib/aws-apigateway';
import {
  CORS_EXPOSED_HEADERS,
  CORS_METHODS,
  CORS_REQUEST_HEADERS,
} from '../../shared/contract/cors.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { text } from '../../shared/texts/text.ts';

const PREFLIGHT = '204';
const REFUSED = errorCatalogue.method_not_allowed;
const PREFLIGHT_SECONDS = 3600;

/**
 * What a mock integration returns depends on the number in here. Every content type needs it, or
 * the gateway says 415; a body is never looked at.
 */
const template = `#if($context.httpMethod == "OPTIONS"){"statusCode": ${PREFLIGHT}}#else{"statusCode": ${REFUSED.status}}#end`;
const CONTENT_TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

const fixed = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      `method.response.header.${name}`,
      `'${value}'`,
    ]),
  );
const declared = (headers: Readonly<Record<string, string>>): Record<string, boolean> =>
  Object.fromEntries(Object.keys(fixed(headers)).map((name) => [name, true]));

/**
 * Responds to every method that a path has no function for: a preflight with what a page on the web
 * app's origin may send, any other with 405 and the methods there are (RFC 9110 §15.5.6). One
 * method does both, since a stack holds 500 resources.
 */
export function respondToOtherMethods(
  resource: IResource,
  origin: string,
  methods: readonly string[],
): void {
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
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  };
  const refusal = {
    ...cors,
    Allow: [...methods, 'OPTIONS'].join(', '),
    'Cache-Control': 'no-store',
  };
  const status = String(REFUSED.status);
  resource.addMethod(
    'ANY',
    new MockIntegration({
      requestTemplates: Object.fromEntries(CONTENT_TYPES.map((type) => [type, template])),
      passthroughBehavior: PassthroughBehavior.NEVER,
      integrationResponses: [
        {
          statusCode: PREFLIGHT,
          selectionPattern: PREFLIGHT,
          responseParameters: fixed(preflight),
        },
        {
          statusCode: status,
          responseParameters: fixed(refusal),
          responseTemplates: {
            'application/json': JSON.stringify({
              message: [text('en', REFUSED.text)],
              code: 'method_not_allowed',
            }),
          },
        },
      ],
    }),
    {
      methodResponses: [
        { statusCode: PREFLIGHT, responseParameters: declared(preflight) },
        { statusCode: status, responseParameters: declared(refusal) },
      ],
    },
  );
}
