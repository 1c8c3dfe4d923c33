/**
 * The texts that every language needs: one for each English key. A plural may have a form that
 * English does not have; where it lacks one, `_other` serves. French `satisfies` this type, so it
 * cannot have other keys.
 */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
} & {
  readonly [
    K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_${'one' | 'many'}` : never
  ]?: string;
};
