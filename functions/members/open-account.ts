import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { User } from '../access/adapters/user.ts';
import { createWithWelcomeCredits } from '../account/welcome-gift.ts';
import type { MembersDeps } from './deps.ts';

/**
 * Gives a person who only joined accounts of others an account, with the welcome credits of a new
 * customer. @throws {AppError} `wrong_state` if the person has an account
 */
export async function openAccount(
  deps: Parameters<typeof createWithWelcomeCredits>[0] &
    Pick<MembersDeps, 'accounts' | 'apiKeys' | 'figures'>,
  person: User,
): Promise<void> {
  const { accounts, apiKeys, clock, figures } = deps;
  const { id, email } = person;
  if (!person.memberOnly) throw new AppError('wrong_state');
  const outcome = await createWithWelcomeCredits(
    deps,
    { id, address: normalizeAddress(email) ?? email },
    [...accounts.openWrites(person), ...figures.writes(clock.now(), id, { signups: 1 })],
  );
  if (outcome !== 'applied') throw new AppError('wrong_state');
  await apiKeys.ensureTest(id);
}
