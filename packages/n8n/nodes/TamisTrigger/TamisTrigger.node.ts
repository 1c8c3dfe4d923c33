import type {
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { TamisError } from '../../../client/src/error.ts';
import type { EventType } from '../../../client/src/types.ts';
import { verifyWebhook } from '../../../client/src/verify-webhook.ts';
import { createTamisClient, toNodeError } from '../tamis-client.ts';

/** Static data that n8n stores for this node of an active workflow. */
interface State {
  endpointId?: string;
  secret?: string;
  /** Ids of the latest events, newest first. */
  seen?: readonly string[];
}

/** Number of events that are recognized if they arrive again. */
const SEEN_EVENTS = 100;
/**
 * The latest events of all triggers in this process, because n8n 2.40 does not store the changes of
 * a trigger's state if it starts the workflow before it responds. The stored state also serves
 * other processes, and survives a restart.
 */
const seenHere = new Set<string>();

/** Whether an event has arrived before. Remembers it. */
function isRepeated(context: IWebhookFunctions, state: State, id: string): boolean {
  const key = [context.getWorkflow().id, context.getNode().id, id].join();
  const { seen = [] } = state;
  if (seenHere.has(key) || seen.includes(id)) return true;
  for (const oldest of seenHere) if (seenHere.size >= SEEN_EVENTS * 10) seenHere.delete(oldest);
  seenHere.add(key);
  state.seen = [id, ...seen].slice(0, SEEN_EVENTS);
  return false;
}

const stateOf = (context: IHookFunctions | IWebhookFunctions): State =>
  context.getWorkflowStaticData('node');

/** The URL as the API normalizes it, and the events. */
const wantedEndpoint = (context: IHookFunctions) => ({
  url: new URL(context.getNodeWebhookUrl('default') ?? '').href,
  events: context.getNodeParameter('events') as EventType[],
});

export class TamisTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Tamis Trigger',
    name: 'tamisTrigger',
    icon: { light: 'file:../../icons/tamis.svg', dark: 'file:../../icons/tamis.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when Tamis sends an event, such as a finished list',
    defaults: { name: 'Tamis Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'tamisApi', required: true }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['list.finished'],
        options: [
          { name: 'Check Answered', value: 'check.answered' },
          { name: 'Credits Low', value: 'credits.low' },
          { name: 'Import Finished', value: 'import.finished' },
          { name: 'List Canceled', value: 'list.cancelled' },
          { name: 'List Changed', value: 'list.changed' },
          { name: 'List Finished', value: 'list.finished' },
          { name: 'List Paused', value: 'list.paused' },
          { name: 'Write-Back Finished', value: 'apply.finished' },
        ],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhooks } = await createTamisClient(this);
        const { url, events } = wantedEndpoint(this);
        const { endpointId, secret } = stateOf(this);
        try {
          const found = (await webhooks.all()).find(({ id }) => id === endpointId);
          const isSame = found?.url === url && found.events.length === events.length;
          return Boolean(
            secret &&
            isSame &&
            found.status === 'on' &&
            events.every((e) => found.events.includes(e)),
          );
        } catch (error) {
          throw toNodeError(this, error);
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const { webhooks } = await createTamisClient(this);
        const { url, events } = wantedEndpoint(this);
        try {
          // An interrupted activation may have created the endpoint without storing its secret.
          const existing = (await webhooks.all()).find((each) => each.url === url);
          if (existing) await webhooks.update(existing.id, { events, status: 'on' });
          const { id, secret } = existing
            ? await webhooks.rotateSecret(existing.id)
            : await webhooks.create({ url, events, description: 'n8n' });
          Object.assign(stateOf(this), { endpointId: id, secret });
        } catch (error) {
          throw toNodeError(this, error);
        }
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const { webhooks } = await createTamisClient(this);
        const { url } = wantedEndpoint(this);
        const state = stateOf(this);
        try {
          for (const each of await webhooks.all())
            if (each.id === state.endpointId || each.url === url) await webhooks.delete(each.id);
        } catch (error) {
          throw toNodeError(this, error);
        }
        delete state.endpointId;
        delete state.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const state = stateOf(this);
    const request = this.getRequestObject();
    const headers = this.getHeaderData();
    const id = String(headers['webhook-id']);
    try {
      await request.readRawBody();
      const body = request.rawBody.toString();
      const event = await verifyWebhook(body, headers, state.secret ?? '');
      if (event.type === 'webhook.test' || isRepeated(this, state, id)) return {};
      return { workflowData: [[{ json: { id, ...event } }]] };
    } catch (error) {
      const code = error instanceof TamisError ? error.code : 'wrong_signature';
      this.getResponseObject().status(401).json({ code });
      return { noWebhookResponse: true };
    }
  }
}
