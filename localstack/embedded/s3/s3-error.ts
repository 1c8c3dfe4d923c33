import { escapeMarkup } from '../services/markup.ts';

/** Extra elements of an error response, such as `MaxSizeAllowed`. */
type Details = Readonly<Record<string, string | number>>;

/** An error that the S3 API knows; the edge sends it as XML with this status and code. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const accessDenied = (message = 'Access Denied', details?: Details): S3Error =>
  new S3Error(403, 'AccessDenied', message, details);

export const invalidArgument = (message: string): S3Error =>
  new S3Error(400, 'InvalidArgument', message);

/** For what the cloud does and this edge does not: better said than silently ignored. */
export const notImplemented = (what: string): S3Error =>
  new S3Error(501, 'NotImplemented', `The embedded S3 does not implement ${what}.`);

/** The body of an error response. */
export function errorXml({ code, message, details }: S3Error): string {
  const elements = elementsXml({ Code: code, Message: message, ...details });
  return `${XML_DECLARATION}<Error>${elements}</Error>`;
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** One XML element for each entry, in order. */
export const elementsXml = (elements: Readonly<Record<string, string | number>>): string =>
  Object.entries(elements)
    .map(([name, value]) => `<${name}>${escapeMarkup(String(value))}</${name}>`)
    .join('');
