import { parseAddress } from '../../verifier/index.ts';
import type { ReadAddress } from '../rules/read-address.ts';

/** The engine's parser, which needs no network. */
export const readAddress: ReadAddress = (address) => {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
};
