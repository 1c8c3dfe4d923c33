import { solveChallengeWorkers, type Challenge } from 'altcha-lib';

/** Beyond a few, more workers only starve the page. */
const MOST_WORKERS = 4;

const createWorker = (): Worker =>
  new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });

/**
 * Solves a proof-of-work challenge in workers. Returns what the server takes as the captcha's
 * answer: base64 of the JSON of challenge and solution. Rejects when there is no solution.
 */
export async function solveCaptcha(challenge: Record<string, unknown>): Promise<string> {
  const solution = await solveChallengeWorkers({
    // The contract passes through what the same library made on the server.
    challenge: challenge as unknown as Challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
    createWorker,
  });
  if (solution === null) throw new Error('The captcha has no solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
