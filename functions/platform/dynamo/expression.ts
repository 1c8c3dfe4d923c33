import type { Expression, Item, TransactionItem, TransactionStep } from './db.ts';
import type { Key } from './key.ts';

/** Names need placeholders: DynamoDB reserves `status`, `name`, `total` and many others. */
const namesOf = (attributes: readonly string[]): Record<string, string> =>
  Object.fromEntries(attributes.map((name) => [`#${name}`, name]));

/** Returns an update that sets attributes, removes undefined ones, and adds to numbers. */
export function updateExpression(
  set: Item,
  add: Readonly<Record<string, number>> = {},
): Expression {
  const setNames = Object.keys(set).filter((name) => set[name] !== undefined);
  const removed = Object.keys(set).filter((name) => set[name] === undefined);
  const addNames = Object.keys(add);
  const clauses = [
    setNames.length > 0 && `SET ${setNames.map((name) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
    addNames.length > 0 && `ADD ${addNames.map((name) => `#${name} :${name}`).join(', ')}`,
  ];
  const bindings = [...setNames.map((name) => [name, set[name]]), ...Object.entries(add)];
  return {
    text: clauses.filter((clause) => clause !== false).join(' '),
    names: namesOf([...setNames, ...removed, ...addNames]),
    values: Object.fromEntries(bindings.map(([name, value]) => [`:${name}`, value])),
  };
}

/**
 * Returns a condition that requires each attribute to equal its given value, or one of its values
 * if an array is given. `undefined` requires that the attribute does not exist.
 */
export function where(attributes: Readonly<Record<string, unknown>>): Expression {
  const values: Item = {};
  const clauses = Object.entries(attributes).map(([name, expected]) => {
    if (expected === undefined) return `attribute_not_exists(#${name})`;
    const options: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
    const placeholders = options.map((option, at) => {
      values[`:is_${name}_${at}`] = option;
      return `:is_${name}_${at}`;
    });
    // IN supports only a few types; `=` supports all of them.
    return placeholders.length === 1
      ? `#${name} = ${placeholders.join('')}`
      : `#${name} IN (${placeholders.join(', ')})`;
  });
  return { text: clauses.join(' AND '), names: namesOf(Object.keys(attributes)), values };
}

/** Returns a condition that is also met if the item does not exist. */
export const orItemNotExists = (condition: Expression): Expression => ({
  ...condition,
  text: `${itemNotExists.text} OR ${condition.text}`,
});

/** Returns the value by which `where` requires that an attribute equals a list. */
export const equalsList = (list: readonly unknown[] | undefined) => list && [list];

/** Returns undefined if there are no conditions. */
export const joinConditions = (conditions: readonly Expression[]): Expression | undefined =>
  conditions.length === 0
    ? undefined
    : {
        text: conditions.map(({ text }) => text).join(' AND '),
        ...mergeBindings(conditions),
      };

const mergeBindings = (expressions: readonly (Expression | undefined)[]) => ({
  names: Object.assign({}, ...expressions.map((each) => each?.names)) as Record<string, string>,
  values: Object.assign({}, ...expressions.map((each) => each?.values)) as Item,
});

const writtenKeyOf = ({ Put, ...others }: TransactionItem): Partial<Key> => {
  const { Update, Delete, ConditionCheck } = others;
  return Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
};

/** Returns the place of the step of a transaction that writes or checks an item; -1 without one. */
export const findStep = (items: readonly TransactionItem[], { PK, SK }: Key): number =>
  items.map(writtenKeyOf).findIndex((written) => written.PK === PK && written.SK === SK);

/** Adds a condition to a step of a transaction, since DynamoDB allows one action per item. */
export const addCondition = (item: TransactionItem, condition: Expression): TransactionItem =>
  Object.fromEntries(
    Object.entries(item).map(([action, input]) => [
      action,
      {
        ...input,
        ConditionExpression: [input.ConditionExpression, condition.text]
          .flatMap((text) => (text === undefined ? [] : [`(${text})`]))
          .join(' AND '),
        ...expressionAttributes(condition, {
          text: '',
          names: input.ExpressionAttributeNames,
          values: input.ExpressionAttributeValues,
        }),
      },
    ]),
  );

export const itemNotExists: Expression = { text: 'attribute_not_exists(PK)' };
export const itemExists: Expression = { text: 'attribute_exists(PK)' };
/**
 * Returns a condition that an item does not exist or has expired, since DynamoDB deletes expired
 * items hours later.
 * @param now epoch seconds
 */
export const itemNotExistsOrExpired = (now: number): Expression => ({
  text: `${itemNotExists.text} OR #ttl <= :now`,
  names: namesOf(['ttl']),
  values: { ':now': now },
});

/** @param now epoch seconds */
export const itemNotExpired = (now: number): Expression => ({
  text: 'attribute_not_exists(#ttl) OR #ttl > :now',
  names: namesOf(['ttl']),
  values: { ':now': now },
});

export const expressionAttributes = (...expressions: (Expression | undefined)[]) => {
  const { names, values } = mergeBindings(expressions);
  return {
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  };
};

const conditionOf = (condition?: Expression) =>
  condition && { ConditionExpression: condition.text };

export const putInput = (item: Item & Key, condition?: Expression) => ({
  Item: item,
  ...conditionOf(condition),
  ...expressionAttributes(condition),
});
export const deleteInput = (key: Key, condition?: Expression) => ({
  Key: { ...key },
  ...conditionOf(condition),
  ...expressionAttributes(condition),
});
export const updateInput = (key: Key, update: Expression, condition?: Expression) => ({
  Key: { ...key },
  UpdateExpression: update.text,
  ...conditionOf(condition),
  ...expressionAttributes(update, condition),
});

export const putWrite =
  (...args: Parameters<typeof putInput>): TransactionStep =>
  (TableName) => ({ Put: { TableName, ...putInput(...args) } });

export const deleteWrite =
  (...args: Parameters<typeof deleteInput>): TransactionStep =>
  (TableName) => ({ Delete: { TableName, ...deleteInput(...args) } });

export const updateWrite =
  (...args: Parameters<typeof updateInput>): TransactionStep =>
  (TableName) => ({ Update: { TableName, ...updateInput(...args) } });

/** Returns a condition on an item that the transaction does not write. */
export const conditionCheck =
  (key: Key, condition: Expression): TransactionStep =>
  (TableName) => ({
    ConditionCheck: {
      TableName,
      ...deleteInput(key, condition),
      ConditionExpression: condition.text,
    },
  });
