import { getText } from '../../texts/text.ts';
import { ACCOUNT_ROLES } from '../../model/account.ts';
import { AUTH_RULES, SCOPES } from '../auth.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';
import { describeError } from './error-descriptions.ts';
import type { JsonObject } from './schemas.ts';

export const RETRY_AFTER_HEADER = {
  description: 'Seconds to wait',
  schema: { type: 'integer', minimum: 1 },
};

/** Body of every error response to a call with an API key. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'array', items: { type: 'string' }, description: 'Messages for people' },
    code: {
      type: 'string',
      enum: Object.keys(errorCatalog),
      description: 'Code for programs, which never changes',
    },
    request_id: {
      type: 'string',
      description: 'Id of the call; quote it when you contact support',
    },
    fields: {
      type: 'object',
      description: 'With `validation`: the problems of each field',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    column: {
      type: 'integer',
      minimum: 1,
      description: 'With `wrong_column`: the column with the addresses, from 1, if known',
    },
    separator: {
      type: 'string',
      description: 'With `wrong_separator`: the likely separator of the text around the addresses',
    },
    scope: {
      type: 'string',
      enum: SCOPES,
      description: 'With `key_scope`: the scope that the API key lacks',
    },
  },
};

/** Body of every error response, including responses to calls with a session. */
export const SESSION_ERROR_SCHEMA = {
  ...ERROR_SCHEMA,
  properties: {
    ...ERROR_SCHEMA.properties,
    verified: {
      type: 'boolean',
      description: 'With `unverified`, an error of login: always false',
    },
    role: {
      type: 'string',
      enum: ACCOUNT_ROLES,
      description: 'With `role_required`: the least role in the account that may make the call',
    },
    data: {
      type: 'object',
      description: 'With `unverified`: the address and the registration that need a code',
      properties: {
        email: { type: 'string', description: 'Address that needs a code' },
        registration: { type: 'string', description: 'Secret of the registration' },
      },
    },
  },
};

const EXAMPLE_EXTRAS: { readonly [C in ErrorCode]?: JsonObject } = {
  unverified: {
    verified: false,
    data: { email: 'ada@customer.test', registration: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6nQ8r' },
  },
  key_scope: { scope: 'lists' },
  role_required: { role: 'member' },
  wrong_column: { column: 2 },
  wrong_separator: { separator: '^' },
  validation: {
    message: [`email: ${getText('en', 'field.required')}`],
    fields: { email: [getText('en', 'field.required')] },
  },
};

function errorExample(code: ErrorCode): JsonObject {
  const key = errorCatalog[code].text;
  const message = key === null ? [] : [getText('en', key)];
  const request_id = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';
  return { value: { message, code, request_id, ...EXAMPLE_EXTRAS[code] } };
}

const errorResponse = (status: number, codes: readonly ErrorCode[]): JsonObject => ({
  description: codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'),
  ...((status === 429 || status === 503) && { headers: { 'Retry-After': RETRY_AFTER_HEADER } }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
    },
  },
});

const pascalCase = (code: string): string =>
  code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names, by status, of the shared responses with all authorization errors of API keys. */
const KEY_ERRORS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** Name of a response that calls share; undefined if its errors may be specific to one call. */
function sharedName(status: number, codes: readonly ErrorCode[]): string | undefined {
  const [code, ...others] = codes;
  if (code !== undefined && others.length === 0) return `${pascalCase(code)}Error`;
  const keyErrors = AUTH_RULES['customer-or-key'].errors.filter(
    (each) => errorCatalog[each].status === status,
  );
  if (String(codes) === String(keyErrors)) return `${KEY_ERRORS[status]}Error`;
  return status === 403 ? `${codes.map(pascalCase).join('')}Error` : undefined;
}

/**
 * Returns the error responses of a call by status, each with an example per code.
 * @param shared receives the responses that calls share; each call refers to them
 */
export function describeErrors(
  codes: readonly ErrorCode[],
  shared: Record<string, JsonObject>,
): Record<string, JsonObject> {
  const byStatus = Map.groupBy(codes, (code) => errorCatalog[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => {
      const response = errorResponse(status, each);
      const name = sharedName(status, each);
      if (name === undefined) return [status, response];
      shared[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}
