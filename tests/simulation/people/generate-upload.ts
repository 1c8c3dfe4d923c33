import type { Simulation } from '../simulation.ts';
import { expectedStatusOf, type SimulatedUpload } from '../uploads.ts';

export const newToken = ({ ids }: Simulation): string => Buffer.from(ids.token(4)).toString('hex');

/** Creates a list whose expected statuses depend on the prefixes of its addresses. */
export function generateUpload(
  world: Simulation,
  count: number,
  addressAt: (at: number, token: string) => string,
): SimulatedUpload {
  const token = newToken(world);
  const rows = Array.from({ length: count }, (_, at) => {
    const address = addressAt(at, token);
    return { address, status: expectedStatusOf(address) };
  });
  return { name: `list ${token}`, rows, content: '', mayBeUnknown: false };
}
