import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../shared/client/client.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { SAMPLE_ORIGIN } from '../../web/docs/guide-packages.ts';
import { waitUntil } from './customer.ts';
import {
  type CodeBlock,
  parseCodeBlocks,
  readGuide,
  runCodeBlock,
  type CodeRunners,
} from './samples.ts';
import type { Service } from './stack.ts';

const BLOCKS = parseCodeBlocks(readGuide(SAMPLE_ORIGIN));

/** The file that readers of the guide save: an address for each status. */
export const CUSTOMERS_CSV = `${BLOCKS.find(({ language }) => language === 'csv')?.code}\n`;

const responseOf = (name: string): string => readFileSync(`web/docs/samples/${name}`, 'utf8');

/** Expected effect of the code blocks in each section, as `effectOf` returns it. */
const EXPECTED_OUTPUT: Readonly<Record<string, RegExp | string>> = {
  'Verify one address': /"status":"deliverable","reason":"accepted"|^deliverable accepted$/,
  'Verify a list': `\uFEFF${responseOf('upload-list.response.csv').replaceAll('\n', '\r\n')}`,
  'Files above 4 MB': /^4 addresses$/,
  'Receive webhooks': /"secret":"whsec_|^\w{26} whsec_\S+$/,
  'Retry a call': /"status":"deliverable"|^deliverable$/,
};

/**
 * Returns the effect of a code block: the saved result, the submitted list, or the printed output.
 */
async function effectOf(
  { printed, result }: Awaited<ReturnType<typeof runCodeBlock>>,
  { section }: CodeBlock,
  api: Client,
): Promise<string> {
  if (result !== undefined) return result;
  if (section !== 'Files above 4 MB') return printed;
  const list = await waitUntil(
    async () => (await api.listFiles()).data.data.find(({ id }) => id === printed),
    (found) => found?.status === LIST_STATUS.finished,
  );
  return `${list?.total_email} addresses`;
}

export async function fetchTestKey(stack: Service): Promise<string> {
  const { data: session } = await stack
    .client()
    .login({ body: { email: 'demo@tamis.test', password: 'Demo1234' } });
  const { data: user } = await stack.client({ session }).me();
  return user.test_api_key ?? '';
}

/** Runs every code block of the guide in these languages, with only its URLs replaced. */
export function describeGuideRuns(stack: Service, runners: CodeRunners): void {
  let apiKey = '';

  beforeAll(async () => {
    apiKey = await fetchTestKey(stack);
  });

  describe.each(Object.keys(runners))('the guide in %s', (language) => {
    const blocks = BLOCKS.filter(
      ({ language: given, section }) => given === language && section in EXPECTED_OUTPUT,
    );

    it.each(blocks)('has the documented effect: $section', async (block) => {
      const code = block.code
        .replaceAll(SAMPLE_ORIGIN, stack.url)
        // Nothing listens on this port, so the request does not leave this machine.
        .replaceAll('https://hooks.customer.test/tamis', 'http://127.0.0.1:1/');
      const outcome = await runCodeBlock({ ...block, code }, runners, apiKey, CUSTOMERS_CSV);
      const effect = await effectOf(outcome, block, stack.client({ apiKey }));
      const expected = EXPECTED_OUTPUT[block.section];
      const isExpected =
        typeof expected === 'string' ? effect === expected : expected?.test(effect);
      expect([effect, isExpected]).toEqual([effect, true]);
    });

    it('has a block for each of its tasks', () => {
      expect(blocks.map(({ section }) => section)).toEqual(Object.keys(EXPECTED_OUTPUT));
    });
  });
}
