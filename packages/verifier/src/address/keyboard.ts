const LAYOUTS: readonly (readonly string[])[] = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
];

export function areAdjacentKeys(one: string, other: string): boolean {
  return LAYOUTS.some((rows) => {
    const [a, b] = [placeOf(one, rows), placeOf(other, rows)];
    if (!a || !b) return false;
    // Each row is shifted right by half a key relative to the row above.
    return Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1;
  });
}

function placeOf(
  letter: string,
  rows: readonly string[],
): { row: number; column: number } | undefined {
  const row = rows.findIndex((keys) => keys.includes(letter));
  return row < 0 ? undefined : { row, column: (rows[row] ?? '').indexOf(letter) + row / 2 };
}
