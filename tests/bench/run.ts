import { parseArgs } from 'node:util';
import { benchCost } from './cost.ts';
import { benchEngine } from './engine.ts';
import { benchPipeline } from './pipeline.ts';
import { benchScore } from './score.ts';

const USAGE = `npm run bench -- engine|score|pipeline|cost [--seed N] [--count N]

  engine     CPU time next to the floor, and memory next to its maximum, on the simulated mail
             internet
  score      how well scores predict delivery, on replies and simulated internets from which no rate
             was derived; with rates, also the delivery rates of each kind of verdict
  pipeline   rows per second and peak memory of reading and writing a list, and rows per second of
             reading bounces, next to a plain streaming copy of the list's file
  cost       what a million addresses or single checks cost in an account, from requests counted on
             a complete stack; what a stage costs without customers, from its templates; and its
             scaling limits. Writes cost.md and scale.md in docs/operators/. Takes 20 minutes, most
             of them waiting; run one part with cost million|latency|checks|idle|scale

  --seed N   seed of the simulated internet (1)
  --count N  number of addresses whose scores are compared, and in the list that is measured (20000)

Prints one JSON object per line: {name, value, unit, floor?, ratio?}. Ratios compare values of one
run; absolute values depend on the machine.`;

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
  ['pipeline', benchPipeline],
  ['score', benchScore],
  ['cost', benchCost],
]);
const bench = benches.get(positionals[0] ?? '');

if (values.help || !bench) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  await bench({ ...settings, part: positionals[1] });
}
