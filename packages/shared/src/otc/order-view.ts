/** What a party sees of an order's step (docs/otc.md, "Steps of an order"). */
import { type OtcOrder, type OtcStep, payerOf } from './order-steps.ts';
import type { OtcParty } from './terms.ts';

export type OtcStatus = 'pending' | 'in_process' | 'processing' | 'arbitration' | 'finished' | 'canceled';

export type OtcButton = 'confirm' | 'wait' | 'pay' | 'release' | 'arbitration' | 'none';

const statuses = {
  quoted: 'pending',
  offered: 'pending',
  accepted: 'in_process',
  paid: 'processing',
  disputed: 'arbitration',
  settled: 'finished',
  ended: 'canceled',
} as const satisfies Record<OtcStep, OtcStatus>;

export function otcStatus({ step }: Pick<OtcOrder, 'step'>): OtcStatus {
  return statuses[step];
}

/** What the order waits for this party to do. */
export function otcButton(order: Pick<OtcOrder, 'side' | 'step'>, viewer: OtcParty): OtcButton {
  const isPayer = viewer === payerOf(order);
  switch (order.step) {
    case 'quoted':
      return viewer === 'user' ? 'confirm' : 'wait';
    case 'offered':
      return viewer === 'maker' ? 'confirm' : 'wait';
    case 'accepted':
      return isPayer ? 'pay' : 'wait';
    case 'paid':
      return isPayer ? 'wait' : 'release';
    case 'disputed':
      return 'arbitration';
    case 'settled':
    case 'ended':
      return 'none';
  }
}
