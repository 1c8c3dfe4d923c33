import type { PasswordChange } from '../ports.ts';
import { changes, where } from '../../platform/dynamo/expression.ts';
import type { Expression, Item } from '../../platform/dynamo/db.ts';

/** What a change of the password writes on the profile, with what else is to be set there. */
export const passwordUpdate = ({ to, at, except }: PasswordChange, more: Item = {}): Expression =>
  changes({ ...more, passwordHash: to, sessionsEnded: { at, ...(except && { except }) } });

/** The password is still the one that was read. */
export const passwordUnchanged = ({ from }: PasswordChange): Expression =>
  where({ passwordHash: from });
