import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { createTamisClient, toNodeError } from '../tamis-client.ts';
import { OPERATIONS, PER_ITEM } from './operations.ts';
import { properties } from './properties.ts';

export class Tamis implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Tamis',
    name: 'tamis',
    icon: { light: 'file:../../icons/tamis.svg', dark: 'file:../../icons/tamis.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["resource"] + ": " + $parameter["operation"] }}',
    description: 'Verify email addresses and lists, and report bounces',
    defaults: { name: 'Tamis' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'tamisApi', required: true }],
    properties,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const tamis = await createTamisClient(this);
    const operation = String(this.getNodeParameter('operation', 0));
    const run = OPERATIONS[operation] ?? OPERATIONS['verify'];
    const all = [...this.getInputData().keys()];
    const runs = PER_ITEM.has(operation) ? all.map((item) => [item]) : [all];
    const results: INodeExecutionData[] = [];
    for (const items of runs) {
      const pairedItem = items.map((item) => ({ item }));
      try {
        for (const { json, binary } of await run(this, tamis, items))
          results.push({ json, ...(binary && { binary }), pairedItem });
      } catch (cause) {
        const error = toNodeError(this, cause, items[0]);
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: error.message }, pairedItem });
      }
    }
    return [results];
  }
}
