import { examples } from '../../shared/contract/examples/index.ts';

/** Calls that create an object, with the shell variable for its id, which later calls use. */
const ID_VARIABLES = [
  ['createList', 'LIST_ID'],
  ['createEndpoint', 'ENDPOINT_ID'],
  ['sendTestEvent', 'DELIVERY_ID'],
] as const;

/** Variable for the id that a call returns in `data.id`; undefined if no later call uses the id. */
export const idVariableOf = (name: string) => ID_VARIABLES.find(([call]) => call === name)?.[1];

/** Replaces example ids with variables in the syntax of a tool. */
export const substituteVariables = (
  text: string,
  formatVariable: (variable: string) => string,
): string =>
  ID_VARIABLES.reduce(
    (result, [call, variable]) =>
      result.replaceAll(examples[call].response.data.id, () => formatVariable(variable)),
    text,
  );
