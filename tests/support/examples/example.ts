import type { ExampleOf } from '../../../shared/contract/examples/example.ts';
import type { PublicRouteNameOf, Route } from '../../../shared/contract/route.ts';

/** One example per route that accepts no API key; a missing example is a compile error. */
export type PrivateExamplesOf<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in Exclude<keyof Rows, PublicRouteNameOf<Rows>>]: ExampleOf<Rows[Name]>;
};
