import type { en } from './en.ts';

/**
 * What a language has to say: a text for every English key and no other, since French `satisfies`
 * it. Only a plural may have a form that English does not have.
 */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
} & {
  readonly [K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_many` : never]?: string;
};

export type Texts = Translated<typeof en>;
