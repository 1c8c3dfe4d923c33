import { escapeMarkup } from '../services/markup.ts';

/** Parameters of the AWS Query protocol: a form whose names are dotted paths. */
export interface QueryParameters {
  get(name: string): string | undefined;
  /** `NAME.member.1`, `NAME.member.2`, … in order. */
  list(name: string): string[];
}

export function parseQueryParameters(body: string): QueryParameters {
  const parameters = new URLSearchParams(body);
  const get = (name: string): string | undefined => parameters.get(name) ?? undefined;
  return {
    get,
    list(name) {
      const values: string[] = [];
      for (;;) {
        const value = get(`${name}.member.${values.length + 1}`);
        if (value === undefined) return values;
        values.push(value);
      }
    },
  };
}

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

export const resultXml = (action: string, result: string, requestId: string): string =>
  `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${result}</${action}Result>` +
  `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`;

export const errorXml = (code: string, message: string, requestId: string): string =>
  `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code>` +
  `<Message>${escapeMarkup(message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
