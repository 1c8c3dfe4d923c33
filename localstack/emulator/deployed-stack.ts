import { closeSync, openSync } from 'node:fs';
import { z } from 'zod';
import { deploy } from './deploy.ts';
import { emulatorAt, readMailnetPorts } from './emulator.ts';
import { createApiProxy } from '../../lab/embedded/gateway/api-proxy.ts';
import { startGateway } from '../../lab/embedded/gateway/gateway.ts';
import { readAllowedHosts } from '../../lab/embedded/gateway/allowed-host.ts';
import { createInboxHandler } from '../../lab/embedded/inbox/inbox.ts';
import { acquirePidFile } from '../../lab/embedded/services/pid-file.ts';
import type { Home } from '../../lab/embedded/supervisor/home.ts';
import { startMailnet } from '../../lab/embedded/supervisor/mailnet.ts';
import type { StartOptions } from '../../lab/embedded/supervisor/options.ts';
import type { StartProgress } from '../../lab/embedded/supervisor/progress.ts';
import { createDemoAccounts } from '../../lab/embedded/supervisor/seed.ts';
import { waitForAll } from '../../lab/embedded/supervisor/wait-for-all.ts';
import { localSiteConfig } from '../../lab/embedded/supervisor/settings.ts';
import { openSite } from '../../lab/embedded/supervisor/site.ts';
import { removeStackFile, writeStackFile } from '../../lab/embedded/supervisor/stack-file.ts';
import { NEVER_SETTLED, type EmbeddedStack } from '../../lab/embedded/supervisor/stack.ts';
import {
  type MailReader,
  type StoredMail,
  createMailReader,
} from '../../lab/embedded/ses/mail-store.ts';

const REFRESH_MS = 1000;

/** Response of MiniStack's `/_ministack/ses/messages`: https://github.com/ministackorg/ministack */
const ministack = z.object({
  messages: z.record(
    z.string(),
    z.array(
      z.object({
        MessageId: z.string(),
        Source: z.string(),
        To: z.array(z.string()),
        Subject: z.string(),
        BodyText: z.string().nullish(),
        BodyHtml: z.string().nullish(),
        /** Epoch seconds. */
        Timestamp: z.number(),
      }),
    ),
  ),
});

/** Response of LocalStack's `/_aws/ses`: https://docs.localstack.cloud/aws/services/ses */
const localstack = z.object({
  messages: z.array(
    z.object({
      Id: z.string(),
      Source: z.string(),
      Destination: z.object({ ToAddresses: z.array(z.string()) }),
      Subject: z.string(),
      Body: z.object({ text_part: z.string().nullish(), html_part: z.string().nullish() }),
      /** ISO 8601 in UTC, but without a time zone. */
      Timestamp: z.string(),
    }),
  ),
});

/** Returns all emails that an emulator accepted, oldest first. @throws if it does not list them */
export async function fetchMails(endpoint: string): Promise<StoredMail[]> {
  const fromMinistack = await fetch(`${endpoint}/_ministack/ses/messages`);
  if (fromMinistack.ok) {
    const { messages } = ministack.parse(await fromMinistack.json());
    return Object.values(messages).flatMap((account) =>
      account.map((mail) => ({
        id: mail.MessageId,
        from: mail.Source,
        recipients: mail.To,
        subject: mail.Subject,
        text: mail.BodyText ?? '',
        html: mail.BodyHtml ?? '',
        date: new Date(mail.Timestamp * 1000).toISOString(),
      })),
    );
  }
  const { messages } = localstack.parse(await (await fetch(`${endpoint}/_aws/ses`)).json());
  return messages.map((mail) => ({
    id: mail.Id,
    from: mail.Source,
    recipients: mail.Destination.ToAddresses,
    subject: mail.Subject,
    text: mail.Body.text_part ?? '',
    html: mail.Body.html_part ?? '',
    date: new Date(`${mail.Timestamp.replace(/Z$/, '')}Z`).toISOString(),
  }));
}

/** Polls until `stop` is called. Keeps the last emails while the emulator does not respond. */
function pollMails(endpoint: string): { store: MailReader; stop: () => void } {
  let mails: readonly StoredMail[] = [];
  const timer = setInterval(() => {
    fetchMails(endpoint).then(
      (found) => (mails = found),
      () => {},
    );
  }, REFRESH_MS);
  return { store: createMailReader(() => mails), stop: () => clearInterval(timer) };
}

/**
 * Starts the stack on machines on which the embedded services do not run: deploys the core stack to
 * an emulator (MiniStack or LocalStack), and serves the web app and the API from one origin.
 * @param endpoint AWS_ENDPOINT_URL
 * @throws {StartError}, or any error of the deployment
 */
export async function startDeployedStack(
  endpoint: string,
  options: StartOptions,
  home: Home,
  progress: StartProgress,
): Promise<EmbeddedStack> {
  await using building = new AsyncDisposableStack();
  const { step } = progress;
  const pids = building.adopt(await acquirePidFile(home.pidFile), ({ release }) => release());
  const gateway = await startGateway(
    options.port,
    readAllowedHosts(process.env),
    localSiteConfig(),
  );
  building.defer(() => gateway.close());

  const log = building.adopt(openSync(home.log('deploy'), 'a'), closeSync);
  const { timeScale } = options;
  const ports = options.internet ? undefined : readMailnetPorts();
  const [deployment, mailnet, web] = await waitForAll([
    step(`deployed to ${endpoint}`, () =>
      deploy({
        emulator: emulatorAt(endpoint),
        home,
        origin: gateway.origin,
        timeScale,
        mailnet: ports,
        output: log,
      }),
    ),
    ports && step('mail internet', () => startMailnet({ timeScale, home, pids, ports }, building)),
    openSite(options, progress, building),
  ]);
  const mails = building.adopt(pollMails(endpoint), ({ stop }) => stop());
  gateway.open({
    api: createApiProxy(deployment.apiUrl),
    inbox: createInboxHandler(mails.store),
    site: web.site,
    siteHeaders: web.headers(endpoint),
  });
  writeStackFile(home, {
    url: gateway.origin,
    env: deployment.env,
    ...(mailnet !== undefined && { mailnet: mailnet.value }),
  });
  building.defer(() => removeStackFile(home));
  // The emulator may have lost its data since the last start.
  await step('demo data', () => createDemoAccounts(home, deployment.env));

  const running = building.move();
  return {
    url: gateway.origin,
    outdated: NEVER_SETTLED,
    broken: mailnet
      ? mailnet.ended.then((how) => `the simulated mail internet ${how}`)
      : NEVER_SETTLED,
    stop: () => running.disposeAsync(),
  };
}
