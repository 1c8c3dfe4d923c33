import { describe, test } from 'vitest';

describe('a pause', () => {
  test.todo('answers calls and pages with 503 and Retry-After at the firewall');
  test.todo('turns off each event source and schedule of the stage, and of no other stage');
  test.todo('waits for a source that is still changing before it turns the source off');
  test.todo('records what it turns off before it turns anything off');
  test.todo('has no effect the second time');
  test.todo('continues after an interruption at any call');
  test.todo('retries when another change took the lock of the firewall');
  test.todo('of a stage without a domain reports that its API stays open');
  test.todo('prints when functions that were running have ended');
});

describe('a resume', () => {
  test.todo('turns on what the pause turned off, then opens the firewall');
  test.todo('leaves a source off that was disabled before the pause');
  test.todo('continues after an interruption at any call');
  test.todo('ignores a source that a deployment removed during the pause');
  test.todo('of a stage that is not paused changes nothing');
});

describe('the firewall', () => {
  test.todo('refuses no request unless the stage is paused');
  test.todo('answers API calls with the error `paused` as JSON, and pages in English and French');
  test.todo('has a response body of at most 4 KB');
});

test.todo('a deployment during the pause skips the smoke test');
test.todo('the drill under load loses nothing that was written before the pause');
test.todo('an upload and a bounce that arrive during the pause are processed after it');
test.todo('MiniStack pauses and resumes a deployed stage');
