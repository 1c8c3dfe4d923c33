import { parseArgs } from 'node:util';
import { benchCold } from './cold.ts';
import { benchContention } from './contention.ts';
import { benchCost } from './cost.ts';
import { benchEngine } from './engine.ts';
import { benchLoad } from './load.ts';
import { benchPeers } from './peers.ts';
import { benchPipeline } from './pipeline.ts';
import { benchScore } from './score.ts';
import { benchRows } from './rows.ts';
import { benchWeb } from './web.ts';

const USAGE = `npm run bench -- engine|peers|score|pipeline|rows|contention|cold|web|cost|load [--seed N] [--count N]

  engine     connections, DNS queries and CPU beside the least possible, memory beside the most
             allowed, and how many verdicts are right, on the simulated mail internet
  peers      the engine beside two open verifiers (in Go and in Rust, built when this runs) on the
             same addresses of the simulated mail internet: right, wrong, falsely dead and unknown
             by kind of domain, and connections. It needs Linux, Go and Rust.
  score      how far the score of an address is from what arrives, on replies and nets that its
             rates were not read off; with rates also what arrives of each kind of verdict
  pipeline   rows a second and peak memory of reading and of writing a list,
             beside a bare streaming copy of the same file; and processor time of writing one with
             its index beside the same without, in turn: pipeline index does this alone
  rows       pages of the table of a list of a million rows by HTTP: plain, far in, filtered and
             searched, beside a call that reads the list alone. It takes some minutes.
  contention how long workers take to complete tasks of one list at once, in virtual time: with
             the tries that such transactions have, with those of other writes, and with the
             counters of a list on eight items
  cold       bytes, import time and resident memory of every function, beside an empty module
  web        what each page of the web app loads beside its limit, and what Lighthouse says of the
             login and the dashboard on a phone, beside the least that is accepted; exits with 1 when
             one is missed. Lighthouse comes from the npm registry when this runs.
  cost       what a million addresses cost in an account, how long lists take, and what open
             dashboards cost, from requests counted on a whole stack; what a stage costs without
             a customer, from its templates; and what more of all that comes to. Writes
             docs/cost.md and docs/scale.md. It takes half an hour, most of it waiting; one part
             alone takes minutes: cost idle|polls|scale
  load       customers with open dashboards who check and upload, twice as many at each step: p50,
             p95 and p99 by route, errors, requests of table and queues for a customer-hour, and
             where polls become five times as slow as at first. Five minutes.

  --seed N   which simulated internet (1)
  --count N  addresses of which the engine's connections, queries and verdicts are counted, and of
             the list whose cost is (20000)

One JSON object a line: {name, value, unit, floor?, ratio?}. Ratios compare within one run;
absolutes belong to the machine.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20000' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const settings = { seed: Number(values.seed), count: Number(values.count) };
const benches = new Map([
  ['engine', benchEngine],
  ['peers', benchPeers],
  ['pipeline', benchPipeline],
  ['rows', benchRows],
  ['contention', benchContention],
  ['cold', benchCold],
  ['score', benchScore],
  ['web', benchWeb],
  ['cost', benchCost],
  ['load', benchLoad],
]);
const bench = benches.get(positionals[0] ?? '');

if (values.help || !bench) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  await bench({ ...settings, part: positionals[1] });
}
