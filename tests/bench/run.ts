import { parseArgs } from 'node:util';
import { benchCost } from './cost.ts';
import { benchEngine } from './engine.ts';
import { benchLoad } from './load.ts';
import { benchPeers } from './peers.ts';
import { benchPipeline } from './pipeline.ts';
import { benchScore } from './score.ts';

const USAGE = `npm run bench -- engine|peers|score|pipeline|cost|load [--seed N] [--count N]

  engine     CPU beside the least possible and memory beside the most allowed, on the simulated mail
             internet
  peers      the engine beside two open verifiers (in Go and in Rust, built when this runs) on the
             same addresses of the simulated mail internet: right, wrong, falsely dead and unknown
             by kind of domain, and connections. It needs Linux, Go and Rust.
  score      how far the score of an address is from what arrives, on replies and nets that its
             rates were not read off; with rates also what arrives of each kind of verdict
  pipeline   rows a second and peak memory of reading and of writing a list,
             beside a bare streaming copy of the same file
  cost       what a million addresses or single checks cost in an account, from requests counted on a whole stack;
             what a stage costs without a customer, from its templates; and what bends first as it
             grows. Writes docs/cost.md and docs/scale.md. It takes ten minutes, most of them
             waiting; one part alone: cost million|checks|idle|scale
  load       customers with open dashboards who check and upload, twice as many at each step: p50,
             p95 and p99 by route, errors, requests of table and queues for a customer-hour, and
             where polls become five times as slow as at first. Five minutes.

  --seed N   which simulated internet (1)
  --count N  addresses of which the score is compared, and of the list whose cost is counted (20000)

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
  ['score', benchScore],
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
