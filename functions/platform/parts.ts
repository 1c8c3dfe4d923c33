/** A maker for each part, by name. */
export type Makers<Parts> = { readonly [Name in keyof Parts]: () => Parts[Name] };

/** What a handler needs: makers by the names under which it is handed the parts. */
export type Needs = Makers<Readonly<Record<string, unknown>>>;

/** The parts that makers make. */
export type PartsOf<N extends Needs> = { readonly [Name in keyof N]: ReturnType<N[Name]> };

/** Makes every part that is needed. */
export const makeParts = <N extends Needs>(needs: N): PartsOf<N> =>
  Object.fromEntries(Object.entries(needs).map(([name, make]) => [name, make()])) as PartsOf<N>;

/** Makers of parts that are there already. */
export const makersOf = <Parts extends object>(parts: Parts): Makers<Parts> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, () => part]),
  ) as Makers<Parts>;
