import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createSampleFakes,
  SAMPLE_KEYS,
} from '../../../lab/embedded/sample-services/sample-services.ts';
import { SERVICES, type ServiceName } from '../../../shared/model/connections/service-name.ts';
import { readPages, startServices } from '../../../tests/support/service-call.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { services } from '../context.ts';

const SIZE = 250;

async function open(name: ServiceName) {
  const fakes = await createSampleFakes(SIZE, (index) => `person-${index}@example.com`);
  const calls = await startServices(testClock(), ...Object.values(fakes));
  onTestFinished(() => calls[Symbol.asyncDispose]());
  const service = services()[name];
  const call = calls.open(service, { token: SAMPLE_KEYS[name] });
  return { service, call, faults: fakes[name].faults };
}

describe.each(SERVICES)('%s', (name) => {
  test('imports each contact, applies verdicts and takes them back, in spite of faults', async () => {
    const { service, call, faults } = await open(name);
    /** The next calls meet a limit and a fault of the service. */
    const disturb = () => Object.assign(faults, { after: 0, limited: 1, broken: 1 });
    expect(service.name).toBe(name);
    const { id, name: account } = await service.describeAccount(call);
    expect([id, account]).not.toContain('');

    disturb();
    const audiences = await readPages((cursor) => service.listAudiences(call, cursor));
    const audienceId = audiences.at(0)?.id ?? '';
    disturb();
    expect(await service.countContacts(call, audienceId)).toBe(SIZE);
    disturb();
    const contacts = await readPages((cursor) => service.readContacts(call, audienceId, cursor));
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(SIZE);

    const [first, second, third] = contacts;
    if (!first || !second || !third) throw new Error('Contacts are missing.');
    const people = [first, second, third];
    const readStates = async () => {
      const states = await service.readStates(call, audienceId, people);
      return people.map((each) => states.find((state) => state.id === each.id));
    };
    const changes = [
      { ...first, marks: ['undeliverable'], field: 'undeliverable' },
      { ...second, marks: ['risky'] },
      { ...third, field: 'unknown' },
    ] as const;
    for (let turn = 0; turn < 2; turn += 1) {
      disturb();
      await service.prepareChanges(call, audienceId, ['undeliverable', 'risky']);
      disturb();
      expect(await service.changeContacts(call, audienceId, changes)).toEqual([]);
      expect(await readStates()).toEqual([
        { id: first.id, marks: ['undeliverable'], field: 'undeliverable', subscribed: true },
        { id: second.id, marks: ['risky'], field: null, subscribed: true },
        { id: third.id, marks: [], field: 'unknown', subscribed: true },
      ]);
    }
    const back = people.map(({ id: of, email }) => ({ id: of, email, marks: [], field: null }));
    expect(await service.changeContacts(call, audienceId, back)).toEqual([]);
    expect(await readStates()).toEqual(
      people.map((each) => ({ id: each.id, marks: [], field: null, subscribed: true })),
    );

    const last = [{ ...first, subscribed: false }];
    for (let turn = 0; turn < 2; turn += 1)
      expect(await service.changeContacts(call, audienceId, last)).toEqual([]);
    expect((await readStates()).map((state) => state?.subscribed)).toEqual([false, true, true]);
  });

  test('reports a key that is no longer valid, and an outage', async () => {
    const { service, call, faults } = await open(name);
    faults.broken = 100;
    const describeAccount = () => service.describeAccount(call);
    await expect(describeAccount()).rejects.toMatchObject({ failure: 'unavailable' });
    Object.assign(faults, { broken: 0, revoked: true });
    await expect(describeAccount()).rejects.toMatchObject({ failure: 'revoked' });
  });
});
