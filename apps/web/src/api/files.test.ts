import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork, tokens } from '../testing/network.ts';
import { readFile } from './files.ts';
import { endSession, startSession } from './session.ts';

afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test('a file is read with a fresh token after a refusal', async () => {
  const picture = () => ({ body: 'a picture' });
  const refused = vi.fn(() => ({ status: 401, body: refusal('invalid_token', 'No') }));
  const network = startNetwork({
    'GET /v2/ops/kyc/1/files/2': ({ headers }) =>
      headers.get('authorization') === 'Bearer fresh' ? picture() : refused(),
    'POST /v2/apirefreshToken': () => ({ body: tokens('fresh') }),
  });
  startSession(tokens('mine'));
  const file = await readFile('/v2/ops/kyc/1/files/2', new AbortController().signal);
  expect(await file.text()).toBe('"a picture"');
  expect(refused).toHaveBeenCalledTimes(1);
  expect(network.sentTo('/v2/ops/kyc/1/files/2')).toHaveLength(2);
});
