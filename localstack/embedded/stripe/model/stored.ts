import type { Stripe } from 'stripe';

/**
 * A Stripe object as it is kept and sent: what can be expanded is an id, decimals are text.
 */
export type Stored<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Member)[]
    ? Field<Member>[]
    : T extends object
      ? { [Key in keyof T]: Field<T[Key]> }
      : T;

/** `string | Customer | null` becomes `string | null`. */
type Field<T> = string extends T ? Exclude<T, object> : Stored<T>;
