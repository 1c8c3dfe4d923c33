/** One address of the input, until its line is written. */
export interface Row {
  readonly email: string;
  /** What the line says after the address; undefined before the first verdict. */
  remark: string | undefined;
  /** Whether the remark is final. */
  settled: boolean;
  /** When the address is to be asked again, epoch milliseconds. */
  due: number | undefined;
}

export const rowOf = (email: string): Row => ({
  email,
  remark: undefined,
  settled: false,
  due: undefined,
});
