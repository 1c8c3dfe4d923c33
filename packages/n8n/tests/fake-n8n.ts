import type { IExecuteFunctions, IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';

/** The exports of `n8n-workflow` that nodes use, for fast tests; the nightly run uses the real n8n. */

export const NodeConnectionTypes = { Main: 'main' };
export const sleep = (): Promise<void> => Promise.resolve();

export class NodeOperationError extends Error {
  constructor(_node: object, error: Error | string) {
    super(error instanceof Error ? error.message : error);
  }
}
export class NodeApiError extends Error {
  constructor(_node: object, _error: object, { message = '' }: { message?: string }) {
    super(message);
  }
}

async function request(options: IHttpRequestOptions, apiKey?: string): Promise<object> {
  const { url, method, headers, body, abortSignal } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(headers as Record<string, string>),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    },
    ...(body && { body: body as string }),
    ...(abortSignal && { signal: abortSignal }),
  });
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

interface Given {
  readonly baseUrl?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly items?: readonly object[];
  readonly execution?: string;
  readonly runIndex?: number;
  readonly continueOnFail?: boolean;
  readonly state?: object;
}

/** Creates the object that n8n passes to nodes as `this`. */
export const createContext = (given: Given = {}) =>
  ({
    getNode: () => ({ id: 'node', name: 'Tamis' }),
    getWorkflow: () => ({ id: 'workflow' }),
    getInstanceId: () => 'instance',
    getExecutionId: () => given.execution ?? '1',
    getWorkflowDataProxy: () => ({ $runIndex: given.runIndex ?? 0 }),
    getWorkflowStaticData: () => given.state ?? {},
    getCredentials: async () => ({ baseUrl: given.baseUrl, apiKey: 'tms_live_x' }),
    getInputData: () => given.items ?? [{ json: {} }],
    getNodeParameter: (name: string, item?: unknown, fallback?: unknown) => {
      const value = given.parameters?.[name] ?? fallback;
      return typeof value === 'function' ? value(item) : value;
    },
    getNodeWebhookUrl: () => 'http://n8n.test/webhook',
    getExecutionCancelSignal: () => undefined,
    continueOnFail: () => given.continueOnFail ?? false,
    helpers: {
      httpRequest: (options: IHttpRequestOptions) => request(options),
      httpRequestWithAuthentication: (_type: string, options: IHttpRequestOptions) =>
        request(options, 'tms_live_x'),
      assertBinaryData: () => ({ fileName: 'customers.csv' }),
      getBinaryDataBuffer: async () => Buffer.from('email\nada@customer.test\n'),
      prepareBinaryData: async (data: Buffer, fileName: string) => ({ data, fileName }),
    },
  }) as unknown as IExecuteFunctions & IHookFunctions;
