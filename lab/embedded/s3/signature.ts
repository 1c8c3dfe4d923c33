import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { S3Error, accessDenied } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface PresentedSignature {
  /** Access key and credential scope, as `ACCESS_KEY/yyyymmdd/region/s3/aws4_request`. */
  readonly credential: string;
  /** Time of the signature, as `yyyymmddThhmmssZ`. */
  readonly date: string;
  readonly signature: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_S = 7 * 24 * 3600;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export interface SignatureVerifier {
  /**
   * Accepts a request that is signed in its headers or in its query (a presigned URL).
   * @throws {S3Error} if the signature is missing, invalid or expired, or was made with an unknown
   *   access key
   */
  verifyRequest(request: S3Request, now: Date): void;
  /**
   * Verifies the signature of a presigned POST's policy, but not the policy's expiration.
   * @throws {S3Error} if the signature is invalid, or was made with an unknown access key
   */
  verifyPolicy(policyBase64: string, presented: PresentedSignature): void;
}

export function createSignatureVerifier(
  credentials: S3Credentials,
  region: string,
): SignatureVerifier {
  const check = (presented: PresentedSignature, text: string): void => {
    const { date, signature } = presented;
    parseDate(date);
    checkScope(presented, credentials.accessKeyId, region);
    const steps = [date.slice(0, 8), region, 's3', 'aws4_request', text];
    const expected = steps.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
    if (!timingSafeEqual(hash(expected.toString('hex')), hash(signature)))
      throw new S3Error(
        403,
        'SignatureDoesNotMatch',
        'The request signature we calculated does not match the signature you provided. ' +
          'Check your key and signing method.',
      );
  };

  return {
    verifyRequest(request, now) {
      const presented = readQuerySignature(request, now) ?? readHeaderSignature(request, now);
      if (presented === undefined) throw accessDenied();
      checkSignedHeaders(request, presented.signedHeaders);
      const canonical = hash(canonicalRequest(request, presented)).toString('hex');
      const scope = presented.credential.split('/').slice(1).join('/');
      check(presented, [ALGORITHM, presented.date, scope, canonical].join('\n'));
    },
    verifyPolicy: (policyBase64, presented) => check(presented, policyBase64),
  };
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

function canonicalRequest(
  { method, rawPath, query, headers }: S3Request,
  { signedHeaders, payloadHash }: RequestSignature,
): string {
  const parameters = Object.entries(query)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const values = signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}\n`,
  );
  const names = signedHeaders.join(';');
  return [method, rawPath, parameters.join('&'), values.join(''), names, payloadHash].join('\n');
}

/** Percent-encodes everything except RFC 3986's unreserved characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

interface RequestSignature extends PresentedSignature {
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
}

const QuerySignature = z.object({
  'X-Amz-Algorithm': z.literal(ALGORITHM),
  'X-Amz-Credential': z.string(),
  'X-Amz-Date': z.string(),
  'X-Amz-Expires': z.coerce.number().int().min(0).max(MAX_EXPIRES_S),
  'X-Amz-SignedHeaders': z.string(),
  'X-Amz-Signature': z.string(),
  'X-Amz-Content-Sha256': z.string().default('UNSIGNED-PAYLOAD'),
});

function readQuerySignature({ query }: S3Request, now: Date): RequestSignature | undefined {
  if (query['X-Amz-Signature'] === undefined) return undefined;
  const { success, data } = QuerySignature.safeParse(query);
  if (!success)
    throw new S3Error(
      400,
      'AuthorizationQueryParametersError',
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, ' +
        'X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  const { 'X-Amz-Date': date, 'X-Amz-Expires': seconds } = data;
  const start = parseDate(date).getTime();
  if (start - MAX_SKEW_MS > now.getTime()) throw accessDenied('Request is not yet valid');
  const end = new Date(start + seconds * 1000);
  if (end < now)
    throw accessDenied('Request has expired', {
      'X-Amz-Expires': seconds,
      Expires: end.toISOString(),
      ServerTime: now.toISOString(),
    });
  return {
    credential: data['X-Amz-Credential'],
    date,
    signature: data['X-Amz-Signature'],
    signedHeaders: data['X-Amz-SignedHeaders'].split(';'),
    payloadHash: data['X-Amz-Content-Sha256'],
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;

function readHeaderSignature({ headers }: S3Request, now: Date): RequestSignature | undefined {
  const { authorization, 'x-amz-date': date, 'x-amz-content-sha256': payloadHash } = headers;
  if (authorization === undefined) return undefined;
  const [, credential = '', names = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? [];
  if (signature === '' || date === undefined || payloadHash === undefined)
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      'The authorization header you provided is invalid.',
    );
  if (Math.abs(parseDate(date).getTime() - now.getTime()) > MAX_SKEW_MS)
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      { ServerTime: now.toISOString() },
    );
  return { credential, date, signature, signedHeaders: names.split(';'), payloadHash };
}

/** Rejects an unsigned Host or `x-amz-*` header, which could change a presigned URL's effect. */
function checkSignedHeaders({ headers }: S3Request, names: readonly string[]): void {
  const unsigned = Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !names.includes(name),
  );
  if (unsigned.length > 0)
    throw accessDenied('There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
}

function checkScope(
  { credential, date }: PresentedSignature,
  accessKeyId: string,
  region: string,
): void {
  const [key, day, ...rest] = credential.split('/');
  if (key !== accessKeyId)
    throw new S3Error(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  if (day !== date.slice(0, 8) || rest.join('/') !== `${region}/s3/aws4_request`)
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The credential scope is wrong; expecting the day of the date and ${region}/s3/aws4_request.`,
    );
}

function parseDate(text: string): Date {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const date = new Date(iso);
  if (iso === text || Number.isNaN(date.getTime()))
    throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  return date;
}
