import { bindRequest, type Caller, type Environment, type Options, paginate } from './call.ts';
import { TamisError } from './error.ts';
import type {
  ApplyActions,
  ApplyJob,
  ApplyJobs,
  Audience,
  AudienceSize,
  ConnectedAccounts,
  ContactImport,
} from './types.ts';

/** Every call rejects with a TamisError on failure. The API key needs the scope `connections`. */
export interface Connections {
  /** Returns the accounts connected in the web app, and the latest imports. */
  all(options?: Options): Promise<ConnectedAccounts>;
  /** Yields audiences, lists and segments of a connected account, loaded one page at a time. */
  audiences(id: string, options?: Options): AsyncGenerator<Audience, void, undefined>;
  /** Returns the number of contacts that an import reads, and its maximum price. */
  count(id: string, audienceId: string, options?: Options): Promise<AudienceSize>;
  /**
   * Imports an audience as a list, which has the id of the import. Repeating the call with the same
   * `idempotencyKey` returns the same import.
   */
  importContacts(
    id: string,
    audience: Audience,
    options?: Options & {
      /** Name of the list; the name of the audience by default. */
      readonly name?: string;
      /** Whether the list has columns with first and last names. */
      readonly names?: boolean;
      readonly idempotencyKey?: string;
    },
  ): Promise<ContactImport>;
  /** Returns an import with its progress. */
  getImport(id: string, options?: Options): Promise<ContactImport>;
  /**
   * Polls until the contacts are read; `lists.waitFor` then waits for the verdicts.
   * @throws TamisError `import_failed` or `import_paused`; `messages` has the reason
   */
  waitForImport(
    id: string,
    options?: Options & { readonly onProgress?: (found: ContactImport) => void },
  ): Promise<ContactImport>;
  /**
   * Writes the verdicts of an imported list back to the service of its contacts. Repeating the call
   * with the same `idempotencyKey` returns the same job.
   */
  apply(
    listId: string,
    actions: ApplyActions,
    options?: Options & { readonly idempotencyKey?: string },
  ): Promise<ApplyJob>;
  /** Returns the jobs of a list, newest first, and whether unsubscribing can be undone. */
  jobs(listId: string, options?: Options): Promise<ApplyJobs>;
  /** Restores each value that a job wrote and that nobody has changed since. */
  undo(jobId: string, options?: Options): Promise<ApplyJob>;
  /**
   * Polls until a job has finished.
   * @throws TamisError `apply_failed` or `apply_paused`; `messages` has the reason
   */
  waitForJob(
    job: Pick<ApplyJob, 'id' | 'list_id'>,
    options?: Options & { readonly onProgress?: (found: ApplyJob) => void },
  ): Promise<ApplyJob>;
}

const POLL_MS = 2000;

const pathOf = (...parts: string[]): string => ['/api', ...parts.map(encodeURIComponent)].join('/');

export function createConnections(call: Caller, { sleep, newId }: Environment): Connections {
  const request = bindRequest(call);
  const getImport = (id: string, options?: Options, patient = false): Promise<ContactImport> =>
    request('GET', pathOf('imports', id), options, { patient });
  const jobs = (listId: string, options?: Options, patient = false): Promise<ApplyJobs> =>
    request('GET', pathOf('apply'), options, { query: { list_id: listId }, patient });

  async function waitFor<Found extends ApplyJob | ContactImport>(
    kind: 'apply' | 'import',
    find: () => Promise<Found>,
    { signal, onProgress }: Options & { readonly onProgress?: (found: Found) => void },
  ): Promise<Found> {
    for (;;) {
      const found = await find();
      onProgress?.(found);
      if (found.state === 'finished' || found.state === 'undone') return found;
      if (found.state === 'failed' || found.state === 'paused')
        throw new TamisError({
          status: 200,
          code: `${kind}_${found.state}`,
          messages: [found.error ?? 'revoked'],
        });
      await sleep(POLL_MS, signal);
    }
  }

  return {
    all: (options) => request('GET', pathOf('connections'), options),
    audiences: (id, options) =>
      paginate(request, pathOf('connections', id, 'audiences'), 'audiences', options),
    count: (id, audienceId, options) =>
      request('GET', pathOf('connections', id, 'audience'), options, {
        query: { audience_id: audienceId },
      }),
    importContacts: (id, audience, { idempotencyKey = newId(), signal, ...settings } = {}) =>
      request(
        'POST',
        pathOf('connections', id, 'imports'),
        { signal },
        {
          body: { audience_id: audience.id, audience: audience.name, ...settings },
          idempotencyKey,
        },
      ),
    getImport: (id, options) => getImport(id, options),
    waitForImport: (id, { signal, onProgress } = {}) =>
      waitFor('import', () => getImport(id, { signal }, true), { signal, onProgress }),
    apply: (listId, actions, { idempotencyKey = newId(), signal } = {}) =>
      request(
        'POST',
        pathOf('apply'),
        { signal },
        { body: { list_id: listId, actions }, idempotencyKey },
      ),
    jobs: (listId, options) => jobs(listId, options),
    undo: (jobId, options) =>
      request('POST', pathOf('apply', jobId, 'undo'), options, { repeatable: true }),
    waitForJob: ({ id, list_id: listId }, { signal, onProgress } = {}) =>
      waitFor(
        'apply',
        async () => {
          const { jobs: found } = await jobs(listId, { signal }, true);
          const job = found.find((each) => each.id === id);
          if (job) return job;
          throw new TamisError({ status: 404, code: 'not_found', messages: [] });
        },
        { signal, onProgress },
      ),
  };
}
