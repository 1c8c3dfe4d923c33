import { solveChallengeWorkers, type Challenge } from 'altcha-lib';

/** More workers would leave no processor for the page. */
const MAX_WORKERS = 4;

const createWorker = (): Worker =>
  new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });

/**
 * Solves a proof-of-work challenge in workers. Resolves to what the server expects: the
 * challenge and the solution as JSON in base64. Rejects when there is no solution.
 */
export async function solveCaptcha(challenge: Record<string, unknown>): Promise<string> {
  const solution = await solveChallengeWorkers({
    // The contract leaves it untyped; the server made it with the same library.
    challenge: challenge as unknown as Challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    createWorker,
  });
  if (solution === null) throw new Error('The captcha has no solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
