import { expect, test } from 'vitest';
import {
  fillPlaceholders,
  insertPlaceholders,
} from '../../lab/embedded/supervisor/synthesize-local.ts';
import { localSettings } from '../../lab/embedded/supervisor/settings.ts';
import { synthesizeLocalStage } from './template.ts';

/** The id of API Gateway's deployment has a hash of the API. No local service reads it. */
const withoutHash = (template: unknown): unknown =>
  JSON.parse(JSON.stringify(template).replaceAll(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1'));

const MAILNET = { dnsPort: 5353, smtpPort: 2525 };

test.each([
  { internet: 'simulated', mailnet: MAILNET },
  { internet: 'real', mailnet: undefined },
])(
  'filling a kept template equals synthesizing it with the addresses of a $internet internet',
  ({ mailnet }) => {
    const settings = localSettings('http://localhost:4000', { mailnet, timeScale: 300 }, {});
    const kept = JSON.stringify(synthesizeLocalStage(insertPlaceholders(settings)));
    expect(kept).not.toContain('localhost:4000');
    const direct: unknown = synthesizeLocalStage(settings);
    expect(JSON.stringify(direct)).toContain('localhost:4000');
    const filled: unknown = JSON.parse(fillPlaceholders(kept, settings));
    expect(withoutHash(filled)).toEqual(withoutHash(direct));
  },
);
