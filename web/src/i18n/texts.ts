import type { en } from './locales/en.ts';

/**
 * What every locale has to offer: the English texts with their literal types loosened. Where the
 * language counts with more plural forms than English, it may add them.
 */
type Loose<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Loose<T[K]>;
} & {
  readonly [K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_many` : never]?: string;
};

export type Texts = Loose<typeof en>;
