import { examples } from '../../shared/contract/examples/index.ts';

/** Calls that create objects used by later calls, with the variable for the id. */
const MADE = [
  ['createList', 'LIST_ID'],
  ['createEndpoint', 'ENDPOINT_ID'],
  ['sendTestEvent', 'DELIVERY_ID'],
] as const;

/** Name of the variable for the id that a call creates: `data.id` of its response. */
export const madeBy = (name: string) => MADE.find(([call]) => call === name)?.[1];

/** Replaces example ids by variables in the syntax of a tool. */
export const withVariables = (text: string, write: (variable: string) => string): string =>
  MADE.reduce(
    (done, [call, variable]) =>
      done.replaceAll(examples[call].response.data.id, () => write(variable)),
    text,
  );
