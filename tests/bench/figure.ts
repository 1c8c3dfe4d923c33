export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Reference value of the same run, in the same unit. */
  floor?: number;
  ratio?: number;
}

const round = (value: number): number => Number(value.toPrecision(4));

export function reportFigure(name: string, value: number, unit: string, floor?: number): Figure {
  const figure: Figure = { name, value: round(value), unit };
  if (floor !== undefined)
    Object.assign(figure, { floor: round(floor), ratio: round(value / floor) });
  console.log(JSON.stringify(figure));
  return figure;
}
