import { describe, expect, test } from 'vitest';
import {
  useHarnesses,
  countConnections,
  isProbe,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';

const start = useHarnesses();

const zone = {
  'd.test': { MX: [[10, 'mta5.am0.yahoodns.net']] as const },
  'mta5.am0.yahoodns.net': { A: ['127.0.0.1'] },
};

describe('a provider that is known to accept everyone', () => {
  test('is only asked about the random recipient, and later about none', async () => {
    const it = await start({ zone, smtp: { rcpt: '250 Ok' } });
    const verdicts = await it.verify(userAddresses(25, 'd.test'));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['risky catch_all']));
    expect(verdicts[0]).toMatchObject({ mx: 'mta5.am0.yahoodns.net', provider: 'yahoo' });
    expect(it.verifier.counters).toMatchObject({ connections: 1, recipients: 0, probes: 1 });
    expect(summarize(await it.verify(['other@d.test']))).toEqual(['risky catch_all']);
    expect(countConnections(it)).toBe(1);
  });

  test('is asked about each recipient if it refuses the random one', async () => {
    const it = await start({ zone, smtp: { rcpt: acceptUnlessNo } });
    expect(summarize(await it.verify(['a@d.test', 'no@d.test', 'b@d.test']))).toEqual([
      'deliverable accepted',
      'undeliverable no_such_mailbox',
      'deliverable accepted',
    ]);
    expect(it.verifier.counters).toMatchObject({ connections: 1, recipients: 3, probes: 1 });
  });

  test('is asked about each recipient if the reply to the random one is inconclusive', async () => {
    const rcpt = (address: string) => (isProbe(address) ? '451 4.3.2 Internal error' : '250 Ok');
    const it = await start({ zone, smtp: { rcpt } });
    expect(summarize(await it.verify(['a@d.test', 'b@d.test']))).toEqual([
      'deliverable accepted',
      'deliverable accepted',
    ]);
  });

  test('is not asked repeatedly if it refuses our sender', async () => {
    const it = await start({
      zone,
      smtp: { mail: '553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred' },
    });
    const verdicts = await it.verify(['a@d.test', 'b@d.test']);
    expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(['unknown']));
    expect(countConnections(it)).toBeLessThanOrEqual(2);
  });

  test('still needs SMTPUTF8 for a non-ASCII local part', async () => {
    const it = await start({ zone, smtp: { rcpt: '250 Ok' } });
    const asked = ['a@d.test', 'hélène@d.test'];
    const wanted = ['risky catch_all', 'unknown policy'];
    expect(summarize(await it.verify(asked))).toEqual(wanted);
    expect(summarize(await it.verify(asked))).toEqual(wanted);
  });
});
