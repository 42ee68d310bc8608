import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../api/call.ts';
import { startNetwork } from '../../testing/network.ts';
import './ops-area.tsx';

afterEach(() => vi.unstubAllGlobals());

test('what a decision may not be is not sent', async () => {
  const network = startNetwork({});
  const body = { text: ' ' };
  await expect(call('POST /v2/ops/users/:id/notes', { params: { id: 7 }, body })).rejects.toMatchObject({
    status: 422,
    code: 'invalid_argument',
    fields: { text: ['Field is required'] },
  });
  const chosen = { pair: 'BTC_USDT' };
  const reason = 'two\nlines';
  await expect(
    call('POST /v2/ops/markets/:pair/status', { params: chosen, body: { status: 'closed', reason } }),
  ).rejects.toMatchObject({ fields: { reason: ['must be plain text on one line'] } });
  expect(network.sent).toEqual([]);
});
