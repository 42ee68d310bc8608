/**
 * A process of people who sign in and refresh, as many at once as there are of them. Its parent says what they do. Whoever is told to come back
 * later does so when the answer says. The process has a low priority: a crowd's own machines are elsewhere, and must not take the exchange's processors.
 */
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

export interface PeopleOptions {
  port: number;
  emails: string[];
  password: string;
}

export type Activity = 'nothing' | 'signing in' | 'refreshing';

export interface PeopleReport {
  signIns: number;
  /** Refused because too many were waiting. */
  later: number;
  refreshes: number;
  /** Of each sign-in that was answered with tokens, in milliseconds. */
  signInMs: number[];
}

interface Tokens {
  refresh_token: string;
}

setPriority(15);

let report: PeopleReport = empty();
let activity: Activity = 'nothing';

function empty(): PeopleReport {
  return { signIns: 0, later: 0, refreshes: 0, signInMs: [] };
}

function post(port: number, ip: string, path: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  });
}

async function live({ port, password }: PeopleOptions, email: string, index: number): Promise<void> {
  const ip = `10.0.${index >> 8}.${index & 255}`;
  let refreshToken: string | undefined;
  for (;;) {
    if (activity === 'signing in') {
      const startMs = performance.now();
      const answer = await post(port, ip, '/v2/login', { email, password });
      if (answer.ok) {
        refreshToken = ((await answer.json()) as Tokens).refresh_token;
        report.signIns++;
        report.signInMs.push(performance.now() - startMs);
      } else {
        await answer.arrayBuffer();
        if (answer.status !== 503) throw new Error(`sign-in answered ${answer.status}`);
        report.later++;
        await delay(Number(answer.headers.get('retry-after')) * 1000);
      }
    } else if (activity === 'refreshing' && refreshToken !== undefined) {
      const answer = await post(port, ip, '/v2/apirefreshToken', { refresh_token: refreshToken });
      if (!answer.ok) throw new Error(`a refresh answered ${answer.status}`);
      refreshToken = ((await answer.json()) as Tokens).refresh_token;
      report.refreshes++;
    } else {
      await delay(5);
    }
  }
}

process.on('message', (message: PeopleOptions | { activity: Activity }) => {
  if ('port' in message) {
    process.send?.('ready');
    Promise.all(message.emails.map((email, index) => live(message, email, index))).catch((error: Error) =>
      process.stderr.write(`${error.stack}\n`, () => process.exit(1)),
    );
  } else {
    activity = message.activity;
    process.send?.(report);
    report = empty();
  }
});
