/** Evaluates the DynamoDB expressions that the product uses; any other expression throws. */

/** An item in the document client's form, with JSON values. */
export type TableItem = Record<string, unknown>;

export interface ExpressionPlaceholders {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<TableItem>;
}

type Condition = (item: TableItem | undefined, bound: ExpressionPlaceholders) => boolean;
type Operand = (item: TableItem | undefined, bound: ExpressionPlaceholders) => unknown;
type Path = (bound: ExpressionPlaceholders) => readonly string[];
type Change = (item: TableItem, before: TableItem, bound: ExpressionPlaceholders) => void;

/** Thrown if DynamoDB would reject the request, or if the fake does not support it. */
export class ValidationException extends Error {
  override readonly name = 'ValidationException';
}

const TOKEN = /\s*(<>|<=|>=|[=<>(),+-]|[:#]?[A-Za-z_][\w.#[\]]*)/y;

function tokensOf(text: string) {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.[1];
    if (found === undefined) throw new ValidationException(`cannot read "${text.slice(at)}"`);
    tokens.push(found);
  }
  let next = 0;
  const is = (...words: readonly string[]): boolean =>
    words.includes((tokens[next] ?? '').toUpperCase());
  const take = (): string => {
    const token = tokens[next];
    if (token === undefined) throw new ValidationException(`"${text}" ends too early`);
    next += 1;
    return token;
  };
  const skip = (word: string): void => {
    if (!is(word)) throw new ValidationException(`"${text}" lacks ${word}`);
    next += 1;
  };
  const skipped = (...words: readonly string[]): string | undefined =>
    is(...words) ? take().toUpperCase() : undefined;
  return { is, take, skip, skipped, done: () => next === tokens.length };
}

type Tokens = ReturnType<typeof tokensOf>;

const pathOf =
  (text: string): Path =>
  ({ names }) =>
    text.split(/\.|(?=\[)/).map((part) => {
      const name = part.startsWith('#') ? names[part] : part;
      if (name === undefined) throw new ValidationException(`${part} has no value`);
      return name;
    });

const isMap = (value: unknown): value is TableItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const read = (item: unknown, path: readonly string[]): unknown =>
  path.reduce((value, name) => {
    if (Array.isArray(value)) return value[Number(/^\[(\d+)\]$/.exec(name)?.[1])];
    return isMap(value) ? value[name] : undefined;
  }, item);

/** Returns the item or map that contains the last part of a path, and the name of that part. */
function holderOf(item: TableItem, path: readonly string[]): [holder: TableItem, name: string] {
  const holder = read(item, path.slice(0, -1));
  if (!isMap(holder)) throw new ValidationException(`no such path: ${path.join('.')}`);
  return [holder, path.at(-1) ?? ''];
}

function operandOf(tokens: Tokens): Operand {
  const word = tokens.take();
  if (word.startsWith(':'))
    return (_, { values }) => {
      if (!(word in values)) throw new ValidationException(`${word} has no name`);
      return values[word];
    };
  const path = pathOf(word);
  return (item, bound) => read(item, path(bound));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Compares two values. False if they have different types or one is missing, as in DynamoDB. */
const ordered = (a: unknown, b: unknown, holds: (sign: number) => boolean): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return holds(a - b);
  if (typeof a === 'string' && typeof b === 'string')
    return holds(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return false;
};

const COMPARISONS: Readonly<Record<string, (a: unknown, b: unknown) => boolean>> = {
  '=': (a, b) => a !== undefined && same(a, b),
  '<>': (a, b) => !same(a, b),
  '<': (a, b) => ordered(a, b, (sign) => sign < 0),
  '<=': (a, b) => ordered(a, b, (sign) => sign <= 0),
  '>': (a, b) => ordered(a, b, (sign) => sign > 0),
  '>=': (a, b) => ordered(a, b, (sign) => sign >= 0),
};

function functionOf(name: string, tokens: Tokens): Condition {
  tokens.skip('(');
  const operand = operandOf(tokens);
  const second = tokens.skipped(',') && operandOf(tokens);
  tokens.skip(')');
  if (name === 'attribute_exists') return (item, bound) => operand(item, bound) !== undefined;
  if (name === 'attribute_not_exists') return (item, bound) => operand(item, bound) === undefined;
  if (name === 'begins_with' && second)
    return (item, bound) =>
      String(operand(item, bound) ?? '').startsWith(String(second(item, bound)));
  throw new ValidationException(`the fake does not support ${name}`);
}

function primaryOf(tokens: Tokens): Condition {
  if (tokens.skipped('(')) {
    const inner = orOf(tokens);
    tokens.skip(')');
    return inner;
  }
  const FUNCTIONS = ['ATTRIBUTE_EXISTS', 'ATTRIBUTE_NOT_EXISTS', 'BEGINS_WITH'];
  if (tokens.is(...FUNCTIONS)) return functionOf(tokens.take().toLowerCase(), tokens);
  const left = operandOf(tokens);
  if (tokens.skipped('IN')) {
    tokens.skip('(');
    const options: Operand[] = [];
    do options.push(operandOf(tokens));
    while (tokens.skipped(','));
    tokens.skip(')');
    return (item, bound) => {
      const value = left(item, bound);
      return value !== undefined && options.some((option) => same(value, option(item, bound)));
    };
  }
  if (tokens.skipped('BETWEEN')) {
    const low = operandOf(tokens);
    tokens.skip('AND');
    const high = operandOf(tokens);
    return (item, bound) =>
      ordered(left(item, bound), low(item, bound), (sign) => sign >= 0) &&
      ordered(left(item, bound), high(item, bound), (sign) => sign <= 0);
  }
  const comparison = tokens.take();
  const holds = COMPARISONS[comparison];
  if (!holds) throw new ValidationException(`the fake does not support ${comparison}`);
  const right = operandOf(tokens);
  return (item, bound) => holds(left(item, bound), right(item, bound));
}

function notOf(tokens: Tokens): Condition {
  if (!tokens.skipped('NOT')) return primaryOf(tokens);
  const inner = notOf(tokens);
  return (item, bound) => !inner(item, bound);
}

function andOf(tokens: Tokens): Condition {
  let all = notOf(tokens);
  while (tokens.skipped('AND')) {
    const [left, right] = [all, notOf(tokens)];
    all = (item, bound) => left(item, bound) && right(item, bound);
  }
  return all;
}

function orOf(tokens: Tokens): Condition {
  let any = andOf(tokens);
  while (tokens.skipped('OR')) {
    const [left, right] = [any, andOf(tokens)];
    any = (item, bound) => left(item, bound) || right(item, bound);
  }
  return any;
}

const numberOf = (value: unknown, what: string): number => {
  if (typeof value !== 'number') throw new ValidationException(`${what} is not a number`);
  return value;
};

/** Parses a value in SET: an operand, `if_not_exists`, or a sum or difference of two. */
function valueOf(tokens: Tokens): Operand {
  const single = (): Operand => {
    if (!tokens.is('IF_NOT_EXISTS')) return operandOf(tokens);
    tokens.take();
    tokens.skip('(');
    const there = operandOf(tokens);
    tokens.skip(',');
    const other = operandOf(tokens);
    tokens.skip(')');
    return (item, bound) => there(item, bound) ?? other(item, bound);
  };
  const left = single();
  const sign = tokens.skipped('+', '-');
  if (!sign) return left;
  const right = single();
  return (item, bound) =>
    numberOf(left(item, bound), 'the left operand of a sum') +
    (sign === '+' ? 1 : -1) * numberOf(right(item, bound), 'the right operand of a sum');
}

function changeOf(clause: string, tokens: Tokens): Change {
  const path = pathOf(tokens.take());
  if (clause === 'REMOVE')
    return (item, _, bound) => {
      const [holder, name] = holderOf(item, path(bound));
      delete holder[name];
    };
  if (clause === 'SET') tokens.skip('=');
  const value = clause === 'SET' ? valueOf(tokens) : operandOf(tokens);
  return (item, before, bound) => {
    const [holder, name] = holderOf(item, path(bound));
    const given = value(before, bound);
    if (given === undefined) throw new ValidationException(`${name} is set to undefined`);
    holder[name] =
      clause === 'SET'
        ? given
        : numberOf(holder[name] ?? 0, name) + numberOf(given, `the value added to ${name}`);
  };
}

const CLAUSES = ['SET', 'REMOVE', 'ADD'] as const;

function updateOf(tokens: Tokens): Change {
  const parts: Change[] = [];
  while (!tokens.done()) {
    const clause = tokens.skipped(...CLAUSES);
    if (!clause) throw new ValidationException('an update has no clause');
    do parts.push(changeOf(clause, tokens));
    while (tokens.skipped(','));
  }
  return (item, before, bound) => {
    for (const part of parts) part(item, before, bound);
  };
}

/** Wraps a parser so that each expression is parsed only once. */
function reader<T>(parse: (tokens: Tokens) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const tokens = tokensOf(text);
    const parsed = parse(tokens);
    if (!tokens.done()) throw new ValidationException(`"${text}" has tokens after its end`);
    known.set(text, parsed);
    return parsed;
  };
}

/** Parses a condition, filter or key condition. */
export const parseCondition = reader(orOf);

/** Parses an update, which changes an item in place, based on its previous values. */
export const parseUpdate = reader(updateOf);
