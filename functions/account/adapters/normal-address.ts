import { parseAddress } from '../../verifier/index.ts';
import type { NormalAddress } from '../ports.ts';

/** The engine's parser, so that accounts and lists agree on what one mailbox is. */
export const normalAddress: NormalAddress = (address) => {
  const parsed = parseAddress(address);
  return parsed.valid ? parsed.normalized : undefined;
};
