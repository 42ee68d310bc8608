/** The proof of work that sign-up and recovery ask for when the server says so; solved in workers, without a puzzle. */
import type { Challenge } from 'altcha/lib';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import ShaWorker from 'altcha/workers/sha?worker';

const workersMax = 4;

/** @returns what the server checks: the challenge with its solution, as JSON in base64. @throws Error when it has none */
export async function solveCaptcha(given: unknown): Promise<string> {
  const { solveChallengeWorkers } = await import('altcha/lib');
  const challenge = given as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(workersMax, navigator.hardwareConcurrency || 1),
    createWorker: (algorithm) => (algorithm.startsWith('PBKDF2') ? new Pbkdf2Worker() : new ShaWorker()),
  });
  if (solution === null) throw new Error('the captcha has no solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
