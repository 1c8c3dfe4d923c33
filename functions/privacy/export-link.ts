import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** An export that a link stands for. */
export interface LinkedExport {
  readonly userId: string;
  readonly exportId: string;
}

async function macOf(
  secrets: Secrets,
  { userId, exportId }: LinkedExport,
  expiresAt: number,
): Promise<Buffer> {
  const key = await secrets.key('export-link');
  return createHmac('sha256', key).update(`${userId}|${exportId}|${expiresAt}`).digest();
}

/** The proof in a link to an export, good until `expiresAt` (epoch milliseconds). */
export async function signExport(
  secrets: Secrets,
  linked: LinkedExport,
  expiresAt: number,
): Promise<string> {
  const mac = await macOf(secrets, linked, expiresAt);
  return `${linked.userId}.${expiresAt}.${mac.toString('base64url')}`;
}

/** Whose export a link shows; undefined when the proof is wrong or too old. */
export async function readExportLink(
  secrets: Secrets,
  exportId: string,
  proof: string,
  now: number,
): Promise<LinkedExport | undefined> {
  const [userId = '', expires = '', mac = ''] = proof.split('.');
  const expiresAt = Number(expires);
  const linked = { userId, exportId };
  const expected = await macOf(secrets, linked, expiresAt);
  const given = Buffer.from(mac, 'base64url');
  const right = given.length === expected.length && timingSafeEqual(given, expected);
  return right && now < expiresAt ? linked : undefined;
}
