import type { CheckoutSession } from '../model/state.ts';
import type { World } from '../model/world.ts';

export function expireSession(world: World, session: CheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  world.emit('checkout.session.expired', session);
}
