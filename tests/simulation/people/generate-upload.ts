import type { Simulation } from '../simulation.ts';
import { statusOf, type Upload } from '../uploads.ts';

export const newToken = ({ ids }: Simulation): string => Buffer.from(ids.token(4)).toString('hex');

/** Creates a list whose expected statuses depend on the prefixes of its addresses. */
export function generateUpload(
  world: Simulation,
  count: number,
  addressAt: (at: number, token: string) => string,
): Upload {
  const token = newToken(world);
  const rows = Array.from({ length: count }, (_, at) => {
    const address = addressAt(at, token);
    return { address, status: statusOf(address) };
  });
  return { name: `list ${token}`, rows, content: '', mayBeUnknown: false };
}
