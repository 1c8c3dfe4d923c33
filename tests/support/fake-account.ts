import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

interface FakeAccountOptions {
  readonly account: string;
  /** Resources by stack: types and physical ids. */
  readonly stacks: Readonly<Record<string, readonly (readonly [type: string, id: string])[]>>;
  /** Rules of the web ACL. */
  readonly rules: readonly object[];
  /** Address of an emulator of EventBridge; by default, the account has its own rules. */
  readonly events?: string;
}

type Members = readonly Readonly<Record<string, string>>[];
const toXml = (members: Members): string =>
  members
    .map((member) => Object.entries(member).map(([name, value]) => `<${name}>${value}</${name}>`))
    .map((fields) => `<member>${fields.join('')}</member>`)
    .join('');

const named = z.object({ Name: z.string(), Value: z.string().default('') });
const mappingUpdate = z.object({ Enabled: z.boolean() });
const update = z.looseObject({ LockToken: z.string(), Rules: z.array(z.looseObject({})) });

/** Starts an AWS account that supports the calls of `stage:pause` and `stage:resume`. */
export async function startFakeAccount(options: FakeAccountOptions) {
  const { stacks, events } = options;
  const resources = Object.values(stacks).flat();
  /** Event source mappings and rules, by id. */
  const on = new Map(
    resources.flatMap(([type, id]) => (/Mapping|Rule$/.test(type) ? [[id, true]] : [])),
  );
  const parameters = new Map<string, string>();
  const calls: string[] = [];
  let lock = 1;
  let acl: z.output<typeof update> | object = {
    DefaultAction: { Allow: {} },
    VisibilityConfig: { MetricName: 'acl' },
    CustomResponseBodies: { service_paused: {} },
    Rules: options.rules,
  };
  const settings = {
    /** Number of reads for which a changed mapping remains `Disabling` or `Enabling`. */
    settleReads: 0,
    /** Number of the call that is denied. */
    failAt: Number.POSITIVE_INFINITY,
  };
  const unsettled = new Map<string, number>();

  function answerQuery(action: string, form: URLSearchParams): string {
    const resourcesOf = (stack: string): Members =>
      (stacks[stack] ?? []).map(([ResourceType, PhysicalResourceId]) => ({
        ResourceType,
        PhysicalResourceId,
      }));
    const results: Readonly<Record<string, () => string>> = {
      GetCallerIdentity: () => `<Account>${options.account}</Account>`,
      ListStackResources: () =>
        `<StackResourceSummaries>${toXml(resourcesOf(form.get('StackName') ?? ''))}</StackResourceSummaries>`,
    };
    return `<${action}Response><${action}Result>${results[action]?.()}</${action}Result></${action}Response>`;
  }

  function answerTarget(operation: string, body: unknown): object {
    if (operation === 'GetWebACL')
      return { LockToken: String(lock), WebACL: { ARN: 'arn', Id: 'id', ...acl } };
    if (operation === 'UpdateWebACL') {
      const { LockToken, Name, Id, Scope, ...replaced } = update.parse(body);
      expectEqual([LockToken, Name, Id, Scope], [String(lock), 'acl', 'id', 'CLOUDFRONT']);
      lock += 1;
      acl = replaced;
      return {};
    }
    const { Name, Value } = named.parse(body);
    if (operation === 'PutParameter') {
      parameters.set(Name, Value);
      return {};
    }
    if (operation === 'GetParameter') {
      const found = parameters.get(Name);
      if (found === undefined) throw new Error('ParameterNotFound');
      return { Parameter: { Value: found } };
    }
    if (operation === 'DescribeRule') return { State: on.get(Name) ? 'ENABLED' : 'DISABLED' };
    on.set(Name, operation === 'EnableRule');
    return {};
  }

  function answerMapping(UUID: string, body: string): object {
    const left = unsettled.get(UUID) ?? 0;
    if (body) {
      // https://docs.aws.amazon.com/lambda/latest/api/API_UpdateEventSourceMapping.html
      if (left > 0) throw new Error('ResourceInUseException');
      unsettled.set(UUID, settings.settleReads);
      on.set(UUID, mappingUpdate.parse(JSON.parse(body)).Enabled);
      return { UUID };
    }
    unsettled.set(UUID, Math.max(0, left - 1));
    const state = on.get(UUID) ? 'Enabl' : 'Disabl';
    return { UUID, State: `${state}${left > 0 ? 'ing' : 'ed'}` };
  }

  async function answer(request: IncomingMessage): Promise<readonly [number, string]> {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?');
    const [service, operation] = String(headers['x-amz-target'] ?? '').split('.');
    const form = new URLSearchParams(body);
    const action = form.get('Action');
    calls.push(operation ?? action ?? `${method} ${decodeURIComponent(path)}`);
    if (calls.length === settings.failAt) return [403, '{"__type":"AccessDenied"}'];
    if (operation && service === 'AWSEvents' && events) {
      const target = { 'x-amz-target': `${service}.${operation}` };
      const response = await fetch(events, { method: 'POST', headers: target, body });
      return [response.status, await response.text()];
    }
    if (operation) return [200, JSON.stringify(answerTarget(operation, JSON.parse(body)))];
    if (action) return [200, answerQuery(action, form)];
    const [, mapping] = /event-source-mappings\/([^/]+)/.exec(path) ?? [];
    return [200, JSON.stringify(answerMapping(decodeURIComponent(mapping ?? ''), body))];
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status).end(body),
      (error: unknown) => response.writeHead(400).end(JSON.stringify({ __type: String(error) })),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    on,
    parameters,
    calls,
    settings,
    acl: () => acl,
    close: () => server.close(),
  };
}

function expectEqual(found: readonly unknown[], expected: readonly unknown[]): void {
  if (String(found) !== String(expected)) throw new Error('WAFOptimisticLockException');
}
