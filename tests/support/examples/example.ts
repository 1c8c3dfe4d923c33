import type { RouteExample } from '../../../shared/contract/examples/example.ts';
import type {
  OutputOf,
  PublicRouteNameOf,
  RequestOf,
  Route,
} from '../../../shared/contract/route.ts';

/** The part of an example that describes a call and its response. */
export type CallExample = Omit<RouteExample, 'summary' | 'notes'>;

/** One example per route that accepts no API key; a missing example is a compile error. */
export type PrivateExamplesOf<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in Exclude<keyof Rows, PublicRouteNameOf<Rows>>]: RequestOf<Rows[Name]> & {
    readonly response: OutputOf<Rows[Name]>;
  };
};
