import { openHome } from '../lab/embedded/supervisor/home.ts';
import { readStackFile } from '../lab/embedded/supervisor/stack-file.ts';

/** Changes the DNS of the stack that is running in TAMIS_HOME, until the stack stops. */

const USAGE = `npm run dns:publish -- NAME TEXT   publish a TXT record in the simulated DNS
npm run dns:publish -- NAME        remove it`;

const [name = '', text] = process.argv.slice(2);
const mailnet = readStackFile(openHome())?.mailnet;
if (name === '') {
  console.log(USAGE);
} else if (mailnet === undefined) {
  console.error('No stack with a simulated DNS is running here: start one with npm start.');
  process.exitCode = 1;
} else {
  const url = `http://127.0.0.1:${mailnet.countersPort}/texts/${encodeURIComponent(name)}`;
  const change =
    text === undefined ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify([text]) };
  const { status } = await fetch(url, change);
  if (status !== 204) throw new Error(`The simulated DNS responded with ${status}.`);
  console.log(text === undefined ? `removed ${name}` : `published ${name} "${text}"`);
}
