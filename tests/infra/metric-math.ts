/**
 * The types of CloudWatch's metric math, by the tables of "Using math expressions with CloudWatch
 * metrics", as strict as they are:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */

/** Of that page: scalar, time series, array of them; and the strings and words that functions take. */
export type MathType = 'S' | 'TS' | 'TS[]' | 'string' | 'word';

const each = (names: string, signatures: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(names.split(' ').map((name) => [name, signatures]));

/** Types of the arguments of each function, and after the arrow what it makes of them. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  ...each('ABS CEIL DIFF DIFF_TIME FLOOR LOG LOG10 RATE RUNNING_SUM', ['TS→TS', 'TS[]→TS[]']),
  ...each('AVG DATAPOINT_COUNT MAX MIN STDDEV SUM', ['TS→S', 'TS[]→TS']),
  ...each('MINUTE HOUR DAY DATE MONTH YEAR EPOCH SERVICE_QUOTA', ['TS→TS']),
  ...each('FIRST LAST', ['TS[]→TS']),
  ANOMALY_DETECTION_BAND: ['TS→TS[]', 'TS,S→TS[]'],
  FILL: ['TS,S→TS', 'TS,word→TS', 'TS[],TS→TS[]', 'TS[],S→TS[]', 'TS[],word→TS[]'],
  IF: [
    'TS,TS→TS',
    'TS,S→TS',
    'TS,TS,TS→TS',
    'TS,S,TS→TS',
    'TS,TS,S→TS',
    'TS,S,S→TS',
    'S,TS→TS',
    'S,TS,TS→TS',
  ],
  METRIC_COUNT: ['TS[]→S'],
  METRICS: ['→TS[]', 'string→TS[]'],
  PERIOD: ['TS→S'],
  REMOVE_EMPTY: ['TS[]→TS[]'],
  SEARCH: ['string,string→TS[]', 'string,string,S→TS[]'],
  SLICE: ['TS[],S→TS[]', 'TS[],S,S→TS[]'],
  SORT: ['TS[],word,word→TS[]', 'TS[],word,word,S→TS[]'],
  TIME_SERIES: ['S→TS'],
};

/** Words that are arguments; as a name before a bracket some are functions too. */
const WORDS = /^(REPEAT|LINEAR|ASC|DESC|AVG|MIN|MAX|SUM)$/;
const TOKEN =
  /\s*(\d+(?:\.\d+)?|"[^"]*"|'[^']*'|[A-Za-z_]\w*|==|!=|<=|>=|&&|\|\||[-+*/^<>()[\],])/y;
/** From what binds least to what binds most. */
const LEVELS = [/^(OR|\|\|)$/, /^(AND|&&)$/, /^(==|!=|<=|>=|<|>)$/, /^[-+]$/, /^[*/]$/, /^\^$/];
const ARITHMETIC = 3;

const tokensOf = (expression: string): string[] => {
  const sticky = new RegExp(TOKEN);
  const tokens: string[] = [];
  while (sticky.lastIndex < expression.trimEnd().length) {
    const at = sticky.lastIndex;
    const token = sticky.exec(expression)?.[1];
    if (token === undefined) throw new SyntaxError(`No metric math: ${expression.slice(at)}`);
    tokens.push(token);
  }
  return tokens;
};

/** Arithmetic takes any numbers; the table has no comparison of arrays, or of a scalar with a series. */
function combined(left: MathType, operator: string, right: MathType, level: number): MathType {
  const pair = `${left} ${right}`;
  if (level >= ARITHMETIC && /^(S|TS|TS\[\]) (S|TS|TS\[\])$/.test(pair)) {
    if (pair.includes('[]')) return 'TS[]';
    return pair === 'S S' ? 'S' : 'TS';
  }
  if (level < ARITHMETIC && pair === 'S S') return 'S';
  if (level < ARITHMETIC && /^TS (TS|S)$/.test(pair)) return 'TS';
  throw new TypeError(`Metric math has no ${left} ${operator} ${right}`);
}

/**
 * The type of an expression.
 * @param ids types of the metrics and expressions that it may name
 * @throws {SyntaxError | TypeError} for what the tables of CloudWatch do not have
 */
export function mathTypeOf(expression: string, ids: ReadonlyMap<string, MathType>): MathType {
  const tokens = tokensOf(expression);
  let at = 0;
  const take = (wanted?: string): string => {
    const token = tokens[at];
    if (token === undefined || (wanted !== undefined && token !== wanted))
      throw new SyntaxError(`${wanted ?? 'More'} is missing in ${expression}`);
    at += 1;
    return token;
  };
  const listUntil = (end: string): MathType[] => {
    const types: MathType[] = [];
    while (tokens[at] !== end) {
      if (types.length > 0) take(',');
      types.push(level(0));
    }
    take(end);
    return types;
  };
  const called = (name: string): MathType => {
    const types = listUntil(')').join(',');
    const found = FUNCTIONS[name]?.find((signature) => signature.startsWith(`${types}→`));
    if (found === undefined) throw new TypeError(`Metric math has no ${name}(${types})`);
    return found.slice(types.length + 1) as MathType;
  };
  const primary = (): MathType => {
    const token = take();
    if (token === '-') return combined('S', '-', primary(), ARITHMETIC);
    if (token === '(') {
      const inner = level(0);
      take(')');
      return inner;
    }
    if (token === '[') {
      const types = listUntil(']');
      if (types.length > 0 && types.every((type) => type.startsWith('TS'))) return 'TS[]';
      throw new TypeError(`An array holds time series alone, not ${types.join(', ')}`);
    }
    if (/^\d/.test(token)) return 'S';
    if (/^["']/.test(token)) return 'string';
    if (tokens[at] === '(') {
      take('(');
      return called(token);
    }
    if (WORDS.test(token)) return 'word';
    const type = ids.get(token);
    if (type === undefined) throw new TypeError(`Nothing has the id ${token}`);
    return type;
  };
  const level = (depth: number): MathType => {
    const operators = LEVELS[depth];
    if (operators === undefined) return primary();
    let left = level(depth + 1);
    while (operators.test(tokens[at] ?? '')) left = combined(left, take(), level(depth + 1), depth);
    return left;
  };
  const type = level(0);
  if (at < tokens.length) throw new SyntaxError(`${tokens[at] ?? ''} is too much in ${expression}`);
  return type;
}
