import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actOnOtcOrder,
  decideOtcOrder,
  freezeOtcOrder,
  lapseOtcOrder,
  type OtcAction,
  type OtcOrder,
  type OtcStep,
  otcDeadline,
  payerOf,
  replaceOtcQuote,
} from './order-steps.ts';
import { otcButton, otcStatus } from './order-view.ts';
import { payments, sides } from './testing/arbitraries.ts';

const quote: OtcOrder = {
  side: 'buy',
  payment: 'bank',
  isAutoAccepted: true,
  payWindow: 1800,
  step: 'quoted',
  since: 0,
  version: 1,
  done: [],
  cancelReason: null,
  fault: null,
};

const orders = fc
  .record({ side: sides, payment: payments, isAutoAccepted: fc.boolean() })
  .map((some) => ({ ...quote, ...some }));

const parties = fc.constantFrom('user' as const, 'maker' as const);
const actions: fc.Arbitrary<OtcAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('confirm' as const, 'confirm_pay' as const, 'dispute' as const), by: parties }),
  fc.record({ kind: fc.constant('cancel' as const), by: parties, isUnpaid: fc.boolean() }),
);

type Event =
  | { what: 'act'; action: OtcAction }
  | { what: 'replace' }
  | { what: 'freeze' }
  | { what: 'decide'; outcome: 'release' | 'return' };
const events: fc.Arbitrary<{ wait: number; event: Event }> = fc.record({
  wait: fc.oneof(fc.constantFrom(0, 1, 10), fc.constantFrom(29, 30, 599, 600, 2399, 2400, 3600)),
  event: fc.oneof(
    { weight: 8, arbitrary: actions.map((action): Event => ({ what: 'act', action })) },
    fc.constantFrom<Event>(
      { what: 'replace' },
      { what: 'freeze' },
      { what: 'decide', outcome: 'release' },
      { what: 'decide', outcome: 'return' },
    ),
  ),
});

/** Every step that may follow another. */
const follows: Record<OtcStep, readonly OtcStep[]> = {
  quoted: ['offered', 'accepted', 'settled', 'ended'],
  offered: ['accepted', 'settled', 'ended'],
  accepted: ['paid', 'disputed', 'ended'],
  paid: ['disputed', 'settled', 'ended'],
  disputed: ['settled', 'ended'],
  settled: [],
  ended: [],
};

function apply(order: OtcOrder, event: Event, now: number): OtcOrder {
  if (event.what === 'act') return actOnOtcOrder(order, event.action, now).order;
  if (event.what === 'replace') return replaceOtcQuote(order, now) ?? order;
  if (event.what === 'freeze') return freezeOtcOrder(order, now) ?? order;
  return decideOtcOrder(order, { outcome: event.outcome, fault: null }, now) ?? order;
}

describe('steps of an order', () => {
  it('are the listed ones, one version each, and a final one is never left', () => {
    fc.assert(
      fc.property(orders, fc.array(events, { maxLength: 25 }), (first, all) => {
        let order = first;
        let now = 0;
        for (const { wait, event } of all) {
          now += wait;
          const next = apply(order, event, now);
          if (next.step === order.step) {
            expect(next).toBe(order);
            continue;
          }
          expect(follows[order.step]).toContain(next.step);
          expect(next.version).toBe(order.version + 1);
          expect(next.since).toBeGreaterThanOrEqual(order.since);
          expect(next.since).toBeLessThanOrEqual(now);
          expect(next.cancelReason === null).toBe(next.step !== 'ended');
          if (order.payment === 'wallet') expect(['accepted', 'paid', 'disputed']).not.toContain(next.step);
          order = next;
        }
      }),
    );
  });

  it('never let the payee take the crypto back while the payer may pay', () => {
    fc.assert(
      fc.property(orders, fc.constantFrom<OtcStep>('accepted', 'paid', 'disputed'), actions, (some, step, action) => {
        const order: OtcOrder = { ...some, payment: 'bank', step };
        const { order: next } = actOnOtcOrder(order, action, 1);
        if (action.by !== payerOf(order)) expect(next.step).not.toBe('ended');
        else expect(next.step).not.toBe('settled');
      }),
    );
  });

  it('go on after a deadline whatever is asked, at the time of the deadline', () => {
    fc.assert(
      fc.property(
        orders,
        fc.constantFrom<OtcStep>('quoted', 'offered', 'accepted', 'paid'),
        actions,
        fc.nat(9),
        (some, step, action, late) => {
          const order: OtcOrder = { ...some, step };
          const at = otcDeadline(order) ?? 0;
          expect(lapseOtcOrder(order, at - 1)).toBe(order);
          const { order: next, answer } = actOnOtcOrder(order, action, at + late);
          expect(answer).toBe('otc_expired');
          expect(next.since).toBe(at);
          expect(next.step).toBe(step === 'paid' ? 'disputed' : 'ended');
        },
      ),
    );
  });
});

const at = (step: OtcStep, more: Partial<OtcOrder> = {}): OtcOrder => ({ ...quote, step, ...more });
const stepAfter = (order: OtcOrder, action: OtcAction, now = 1) => actOnOtcOrder(order, action, now).order.step;

describe('calls', () => {
  it('of an order by bank: confirmed, paid, released', () => {
    const confirmed = actOnOtcOrder(quote, { kind: 'confirm', by: 'user' }, 1);
    expect(confirmed).toMatchObject({ answer: 'ok', order: { step: 'accepted' } });
    const paid = actOnOtcOrder(confirmed.order, { kind: 'confirm_pay', by: 'user' }, 2);
    expect(paid.order.step).toBe('paid');
    const released = actOnOtcOrder(paid.order, { kind: 'confirm_pay', by: 'maker' }, 3);
    expect(released.order).toMatchObject({ step: 'settled', version: 4, fault: null });
  });

  it('of an order by wallet are one; without auto-accept the maker confirms too', () => {
    expect(stepAfter(at('quoted', { payment: 'wallet' }), { kind: 'confirm', by: 'user' })).toBe('settled');
    const offered = at('quoted', { payment: 'wallet', isAutoAccepted: false });
    expect(stepAfter(offered, { kind: 'confirm', by: 'user' })).toBe('offered');
    expect(stepAfter(at('offered', { payment: 'wallet' }), { kind: 'confirm', by: 'maker' })).toBe('settled');
  });

  it('that are repeated change nothing and are no failure; those of a wrong step are', () => {
    const { order } = actOnOtcOrder(quote, { kind: 'confirm', by: 'user' }, 1);
    expect(actOnOtcOrder(order, { kind: 'confirm', by: 'user' }, 2)).toEqual({ order, answer: 'done' });
    expect(actOnOtcOrder(order, { kind: 'confirm', by: 'maker' }, 2)).toEqual({ order, answer: 'otc_wrong_step' });
    expect(actOnOtcOrder(order, { kind: 'dispute', by: 'user' }, 2).answer).toBe('otc_wrong_step');
  });

  it('to cancel what was said to be paid say that it is not', () => {
    expect(stepAfter(at('paid'), { kind: 'cancel', by: 'user', isUnpaid: false })).toBe('paid');
    expect(stepAfter(at('paid'), { kind: 'cancel', by: 'user', isUnpaid: true })).toBe('ended');
  });

  it('for arbitration wait ten minutes', () => {
    expect(stepAfter(at('paid'), { kind: 'dispute', by: 'maker' }, 599)).toBe('paid');
    expect(stepAfter(at('paid'), { kind: 'dispute', by: 'maker' }, 600)).toBe('disputed');
  });
});

it('the fault of an end is the maker’s who declines or does not answer, and the payer’s who does not pay', () => {
  const fault = (order: OtcOrder, action: OtcAction, now = 1) => actOnOtcOrder(order, action, now).order.fault;
  const cancel = (by: 'user' | 'maker'): OtcAction => ({ kind: 'cancel', by, isUnpaid: true });
  expect(fault(at('quoted'), cancel('user'))).toBeNull();
  expect(fault(at('offered'), cancel('user'))).toBeNull();
  expect(fault(at('offered'), cancel('maker'))).toBe('maker');
  expect(fault(at('accepted'), cancel('user'))).toBe('user');
  expect(fault(at('disputed', { side: 'sell' }), cancel('maker'))).toBe('maker');
  expect(lapseOtcOrder(at('quoted'), 30).fault).toBeNull();
  expect(lapseOtcOrder(at('offered'), 600).fault).toBe('maker');
  expect(lapseOtcOrder(at('accepted'), 2400).fault).toBe('user');
  expect(lapseOtcOrder(at('accepted', { side: 'sell' }), 2400).fault).toBe('maker');
  expect(decideOtcOrder(at('disputed'), { outcome: 'release', fault: 'maker' }, 1)).toMatchObject({
    step: 'settled',
    cancelReason: null,
    fault: 'maker',
  });
});

it('each party sees what the order waits for', () => {
  const rows = (['quoted', 'offered', 'accepted', 'paid', 'disputed', 'settled', 'ended'] as const).map((step) => {
    const buttons = (['buy', 'sell'] as const).map((side) =>
      [otcButton({ side, step }, 'user'), otcButton({ side, step }, 'maker')].join('/'),
    );
    return `${otcStatus({ step })}: ${buttons.join(', ')}`;
  });
  expect(rows).toEqual([
    'pending: confirm/wait, confirm/wait',
    'pending: wait/confirm, wait/confirm',
    'in_process: pay/wait, wait/pay',
    'processing: wait/release, release/wait',
    'arbitration: arbitration/arbitration, arbitration/arbitration',
    'finished: none/none, none/none',
    'canceled: none/none, none/none',
  ]);
});
