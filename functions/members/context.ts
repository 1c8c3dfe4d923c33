import type { Get } from '../platform/container.ts';
import { db } from '../platform/context.ts';
import { createInvitations } from './adapters/invitations.ts';

export const invitations = (get: Get) => createInvitations(get(db));
