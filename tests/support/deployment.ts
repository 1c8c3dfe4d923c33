import { openHome } from '../../lab/embedded/supervisor/home.ts';
import { readDeployment } from '../../localstack/emulator/deployment.ts';
import { fetchMails } from '../../localstack/emulator/deployed-stack.ts';
import { type Service, createClientFactory, runAppCommand } from './stack.ts';

/** The simulated mail internet that a deployment's functions use. */
interface ExpectedMailnet {
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly timeScale: number;
}

/** Connects to the deployment that `npm run localstack:deploy` has created on an emulator. */
export function connectToDeployment(): Service & { mailnet: ExpectedMailnet } {
  const { apiUrl, endpoint, env, mailnet } = readDeployment(openHome());
  if (mailnet === undefined) throw new Error('The deployment verifies on the real internet.');
  return {
    url: apiUrl,
    mailnet: { ...mailnet, timeScale: Number(env['TIME_SCALE']) },
    client: createClientFactory(apiUrl),
    async mails(to) {
      const mails = (await fetchMails(endpoint)).filter(({ recipients }) =>
        recipients.includes(to),
      );
      return mails
        .toReversed()
        .map(({ subject, text, html, date }) => ({ to, subject, text, html, date }));
    },
    command: (name, ...args) => runAppCommand({ ...process.env, ...env }, name, args),
  };
}
