/**
 * The texts of a language: one for each English key. A plural may have a form that English lacks;
 * if a form is missing, `_other` is used. French `satisfies` this type, so it cannot have other
 * keys.
 */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
} & {
  readonly [
    K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_${'one' | 'many'}` : never
  ]?: string;
};
