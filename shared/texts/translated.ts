/**
 * The type of the texts in another language, with one text per English key. It may have plural
 * forms that English does not have; if a form is missing, `_other` is used. French texts `satisfy`
 * this type, so they cannot have unknown keys.
 */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
} & {
  readonly [
    K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_${'one' | 'many'}` : never
  ]?: string;
};
