import { expect, test, vi } from 'vitest';
import { createOutageLog } from './outage-log.ts';

test('each outage is said once', () => {
  const log = vi.fn();
  const outage = createOutageLog(log);
  outage.succeeded();
  outage.failed('first');
  outage.failed('second');
  expect(log.mock.calls).toEqual([['first']]);
  outage.succeeded();
  outage.failed('third');
  expect(log.mock.calls).toEqual([['first'], ['third']]);
});
