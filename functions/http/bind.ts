import type { Route } from '../../shared/contract/route.ts';
import type { BoundHandler, Serve } from './call.ts';

/** Makes the Lambda handler of a route. */
export function bind<R extends Route>(route: R, serve: Serve<R>): BoundHandler<R> {
  throw new Error(`${route.path} is not served yet by ${serve.name}`);
}
