import { examples } from '../../shared/contract/examples/index.ts';

/** Calls that create objects used by later calls, with the variable for the id. */
const ID_VARIABLES = [
  ['createList', 'LIST_ID'],
  ['createEndpoint', 'ENDPOINT_ID'],
  ['sendTestEvent', 'DELIVERY_ID'],
] as const;

/** Name of the variable for the id that a call creates: `data.id` of its response. */
export const idVariableOf = (name: string) => ID_VARIABLES.find(([call]) => call === name)?.[1];

/** Replaces example ids by variables in the syntax of a tool. */
export const substituteVariables = (
  text: string,
  formatVariable: (variable: string) => string,
): string =>
  ID_VARIABLES.reduce(
    (result, [call, variable]) =>
      result.replaceAll(examples[call].response.data.id, () => formatVariable(variable)),
    text,
  );
