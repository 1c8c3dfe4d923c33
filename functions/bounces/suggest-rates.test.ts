import { expect, it } from 'vitest';
import { suggestRates } from './suggest-rates.ts';

const clock = { now: () => Date.parse('2026-11-26T09:00:00Z') };

const suggestionFor = (counts: Record<string, { sent: number; bounced: number }>) =>
  suggestRates({
    clock,
    outcomes: { read: async () => ({ reports: 3, counts }), addWrites: () => [] },
  });

it('suggests the rates and the accuracy of many outcomes', async () => {
  const text = await suggestionFor({
    'accepted#0#0': { sent: 4000, bounced: 200 },
    'accepted#0#1': { sent: 4000, bounced: 200 },
    'timeout#0#0': { sent: 9, bounced: 1 },
  });
  expect(text).toContain('- accepted: [98, 90],\n+ accepted: [95, 90],\n');
  expect(text).not.toContain('timeout');
  expect(text).toContain(
    '{"at":"2026-11-26","reports":3,"statuses":{"deliverable":{"sent":8000,"bounced":400}}}',
  );
});

it('suggests nothing without enough outcomes', async () => {
  const text = await suggestionFor({ 'accepted#0#0': { sent: 9, bounced: 1 } });
  expect(text).toBe('No verdict has ten outcomes yet, in 3 mailings.\n');
});
