import { escapeMarkup } from '../../../shared/model/escape-markup.ts';

/** Additional elements of an error response, such as `MaxSizeAllowed`. */
type Details = Readonly<Record<string, string | number>>;

/** An S3 API error; the response is XML with this status and code. */
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

/** Unsupported features are rejected, because ignoring them would hide bugs. */
export const notImplemented = (what: string): S3Error =>
  new S3Error(501, 'NotImplemented', `The embedded S3 does not implement ${what}.`);

export const renderErrorXml = ({ code, message, details }: S3Error): string =>
  renderXmlDocument('Error', renderXmlElements({ Code: code, Message: message, ...details }));

/** @param content XML */
export const renderXmlDocument = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`;

export const renderXmlElements = (
  elements: Readonly<Record<string, string | number | boolean>>,
): string =>
  Object.entries(elements)
    .map(([name, value]) => `<${name}>${escapeMarkup(String(value))}</${name}>`)
    .join('');

export const extractXmlTexts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(
      /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
      (_, hex?: string, digits?: string, word = '') =>
        hex || digits
          ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits))
          : (ENTITIES[word] ?? ''),
    ),
  );

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
