import { examples } from '../../shared/contract/examples/index.ts';

/** The calls that make what later ones name, with the variable that holds its id. */
const MADE = [
  ['createList', 'LIST_ID'],
  ['createEndpoint', 'ENDPOINT_ID'],
  ['sendTestEvent', 'DELIVERY_ID'],
] as const;

/** The variable for the id of what a call makes: `data.id` of its response. */
export const madeBy = (name: string) => MADE.find(([call]) => call === name)?.[1];

/** Variables, as a tool writes them, in the place of the ids that only examples have. */
export const withVariables = (text: string, write: (variable: string) => string): string =>
  MADE.reduce(
    (done, [call, variable]) =>
      done.replaceAll(examples[call].response.data.id, () => write(variable)),
    text,
  );
