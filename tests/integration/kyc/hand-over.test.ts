/** Cases on their way to the provider of India, and what it answers. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storedRisks } from '@pelican/api/src/modules/kyc/found-risks.ts';
import { handOverCases, putHandOver } from '@pelican/api/src/modules/kyc/hand-over.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  aadhaar,
  indianInfo,
  kycStatusOf,
  newPerson,
  providerSecret,
  sendGlobalCase,
  sendIndianCase,
  tellAsProvider,
  unverifiedPerson,
} from '../../support/kyc.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

const requestSecret = 'a secret that signs the cases which are handed over';
let status = 200;
let taken: { token: string; details: Record<string, string>; answer_to: string }[] = [];
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part.toString();
  });
  request.on('end', () => {
    const right = createHmac('sha256', requestSecret)
      .update(`${request.headers['x-kyc-timestamp']}.${body}`)
      .digest('hex');
    if (request.headers['x-kyc-signature'] !== right) status = 401;
    if (status === 200) taken.push(JSON.parse(body));
    response.writeHead(status).end();
  });
});

let api: TestApi;
let owner: ReturnType<typeof createPool>;
let worker: ReturnType<typeof createPool>;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`;
  api = await startTestApi({
    KYC_PROVIDER_SECRET: providerSecret,
    KYC_PROVIDER_REQUEST_SECRET: requestSecret,
    KYC_PROVIDER_URL: url,
  });
  const log = createLogger('silent');
  owner = createPool({ databaseUrl: api.databaseUrl, databasePoolMax: 1 }, log);
  worker = createPool({ databaseUrl: asPart(api.databaseUrl, 'worker'), databasePoolMax: 2 }, log);
});
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()]);
  await api.close();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(() => {
  status = 200;
  taken = [];
});

async function run(): Promise<void> {
  const log = { warn: () => undefined };
  await handOverCases({
    pool: worker,
    log,
    provider: { url, secret: requestSecret },
    publicUrl: 'https://exchange.test',
  });
}

const makeDue = () => owner.query('UPDATE kyc_hand_overs SET next_at = now()');
const waiting = async () => (await owner.query('SELECT FROM kyc_hand_overs')).rowCount;
async function risksOf(userId: number): Promise<string[]> {
  const { rows } = await owner.query(`SELECT ${storedRisks} AS risks FROM kyc_cases WHERE user_id = $1`, [userId]);
  return rows[0].risks;
}

it('a case is handed over once when it is submitted, also where its documents come again, and waits until the answer', async () => {
  const asha = await unverifiedPerson(api);
  await sendIndianCase(api, asha, { pan: 'ABCPH1111F', aadhaar: aadhaar('23456789012') });
  const token = (await kycStatusOf(asha)).kycToken;
  await run();
  await run();
  expect(taken).toEqual([
    {
      token,
      answer_to: 'https://exchange.test/v2/indian-kyc-response',
      details: {
        first_name: 'Asha',
        middle_name: '',
        last_name: 'Patel',
        full_name: 'ASHA PATEL',
        birth_date: expect.stringMatching(/^\d{4}-/),
        number: 'ABCPH1111F',
        aadhaar_last4: expect.stringMatching(/^\d{4}$/),
      },
    },
  ]);
  await makeDue();
  await run();
  expect(taken).toHaveLength(1);
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM kyc_cases WHERE user_id = $1', [asha.id]);
  const details = { info: indianInfo, number: 'ABCPH1111F' };
  const putAgain = (named: string) =>
    inTransaction(owner, (tx) =>
      putHandOver(tx, requestSecret, { caseId: Number(rows[0]?.id), token: named, details }),
    );
  await putAgain(token ?? '');
  await run();
  expect(taken).toHaveLength(1);
  const audit = await owner.query(`SELECT FROM audit_records WHERE action = 'kyc.handed_over' AND subject = $1`, [
    `user:${asha.id}`,
  ]);
  expect(audit.rowCount).toBe(1);
  expect((await tellAsProvider(api, { event_id: 'taken-1', token, result: 'passed' })).status).toBe(200);
  expect(await waiting()).toBe(0);
  expect(await risksOf(asha.id)).toEqual([]);
});

it('a provider that is away is asked again; its silence is said after a day, and takes two operators as its being asked does', async () => {
  const asha = await unverifiedPerson(api);
  await sendIndianCase(api, asha, { pan: 'ABCPH2222F', aadhaar: aadhaar('34567890123') });
  status = 503;
  await run();
  status = 200;
  await run();
  expect(taken).toEqual([]);
  await makeDue();
  await run();
  expect(taken).toHaveLength(1);
  expect(await risksOf(asha.id)).toEqual(['provider_asked']);
  await owner.query(`UPDATE kyc_cases SET changed_at = now() - interval '25 hours' WHERE user_id = $1`, [asha.id]);
  expect(await risksOf(asha.id)).toEqual(['provider_silent']);
  const token = (await kycStatusOf(asha)).kycToken;
  await tellAsProvider(api, { event_id: 'taken-2', token, result: 'passed' });
  expect(await risksOf(asha.id)).toEqual([]);
});

it('an answer about what the case was before ends nothing, and one that is decided is not asked about', async () => {
  const asha = await unverifiedPerson(api);
  const info = newPerson(indianInfo);
  await asha.post('/v2/kyc/passport-indian', info);
  const early = (await kycStatusOf(asha)).kycToken;
  await sendIndianCase(api, asha, { pan: 'ABCPH3333F', aadhaar: aadhaar('45678901234'), info });
  await tellAsProvider(api, { event_id: 'early-1', token: early, result: 'passed' });
  expect(await waiting()).toBe(1);
  await owner.query(`UPDATE kyc_cases SET status = 'rejected' WHERE user_id = $1`, [asha.id]);
  await makeDue();
  await run();
  expect(taken).toEqual([]);
  expect(await waiting()).toBe(0);
});

it('the worldwide verification is the operators alone', async () => {
  const anna = await unverifiedPerson(api);
  await sendGlobalCase(api, anna, 'P7777777');
  expect(await waiting()).toBe(0);
  expect(await risksOf(anna.id)).toEqual([]);
});
