/**
 * The parts of n8n's API that the nodes use, because `n8n-workflow` installs more than a hundred
 * packages. The nightly run compiles the nodes with the real types. Source: `interfaces.d.ts` of
 * https://www.npmjs.com/package/n8n-workflow; https://docs.n8n.io/integrations/creating-nodes/.
 */
declare module 'n8n-workflow' {
  export type IDataObject = Record<string, unknown>;

  export interface INodeProperties {
    displayName: string;
    name: string;
    type: 'boolean' | 'collection' | 'dateTime' | 'multiOptions' | 'number' | 'options' | 'string';
    default: unknown;
    description?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    typeOptions?: { password?: boolean; minValue?: number; maxValue?: number };
    displayOptions?: { show: Record<string, (string | number | boolean)[]> };
    options?: (
      INodeProperties | { name: string; value: string; description?: string; action?: string }
    )[];
  }

  interface Themed {
    light: `file:${string}`;
    dark: `file:${string}`;
  }
  export type Icon = `file:${string}` | Themed;

  export interface ICredentialTestRequest {
    request: { baseURL: string; url: string };
  }
  export interface IAuthenticateGeneric {
    type: 'generic';
    properties: { headers: Record<string, string> };
  }
  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: Icon;
    documentationUrl?: string;
    properties: INodeProperties[];
    authenticate?: IAuthenticateGeneric;
    test?: ICredentialTestRequest;
  }

  export const NodeConnectionTypes: { readonly Main: 'main' };

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon?: Icon;
    group: ('output' | 'trigger')[];
    version: number;
    subtitle?: string;
    description: string;
    defaults: { name: string };
    usableAsTool?: true;
    inputs: 'main'[];
    outputs: 'main'[];
    credentials?: { name: string; required: boolean }[];
    webhooks?: {
      name: 'default';
      httpMethod: 'POST';
      responseMode: 'onReceived';
      path: string;
    }[];
    properties: INodeProperties[];
  }

  interface IBinaryData {
    fileName?: string;
  }
  export interface INodeExecutionData {
    json: IDataObject;
    binary?: Record<string, IBinaryData>;
    pairedItem?: { item: number } | { item: number }[];
  }
  export interface IHttpRequestOptions {
    url: string;
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    headers?: IDataObject;
    body?: string | Buffer;
    encoding: 'arraybuffer';
    returnFullResponse: true;
    ignoreHttpStatusErrors: true;
    disableFollowRedirect: boolean;
    timeout: number;
    abortSignal?: AbortSignal;
  }

  interface INode {
    id: string;
    name: string;
  }
  interface Functions {
    getNode(): INode;
    getWorkflow(): { id?: string; name?: string };
    getInstanceId(): string;
    getExecutionId(): string;
    getWorkflowStaticData(type: 'node'): IDataObject;
    getCredentials<T extends object>(type: string): Promise<T>;
    helpers: {
      httpRequest(options: IHttpRequestOptions): Promise<unknown>;
      httpRequestWithAuthentication(
        this: Functions,
        type: string,
        options: IHttpRequestOptions,
      ): Promise<unknown>;
    };
  }
  export interface IExecuteFunctions extends Functions {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
    getWorkflowDataProxy(itemIndex: number): { $runIndex: number };
    getExecutionCancelSignal(): AbortSignal | undefined;
    continueOnFail(): boolean;
    helpers: Functions['helpers'] & {
      assertBinaryData(itemIndex: number, name: string): IBinaryData;
      getBinaryDataBuffer(itemIndex: number, name: string): Promise<Buffer>;
      prepareBinaryData(data: Buffer, fileName: string, mimeType: string): Promise<IBinaryData>;
    };
  }
  export interface IHookFunctions extends Functions {
    getNodeParameter(name: string): unknown;
    getNodeWebhookUrl(name: 'default'): string | undefined;
  }
  export interface IWebhookFunctions extends Functions {
    getHeaderData(): Record<string, string | string[] | undefined>;
    getRequestObject(): { rawBody: Buffer; readRawBody(): Promise<void> };
    getResponseObject(): { status(code: number): { json(body: object): void } };
  }
  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    noWebhookResponse?: boolean;
  }
  export interface INodeType {
    description: INodeTypeDescription;
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
    webhookMethods?: {
      default: Record<
        'checkExists' | 'create' | 'delete',
        (this: IHookFunctions) => Promise<boolean>
      >;
    };
  }

  export type JsonObject = Record<string, never>;
  interface ErrorOptions {
    message?: string;
    description?: string;
    httpCode?: string;
    itemIndex?: number;
  }
  export class NodeApiError extends Error {
    constructor(node: INode, error: JsonObject, options?: ErrorOptions);
  }
  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string, options?: ErrorOptions);
  }
  export function sleep(ms: number): Promise<void>;
}
