/** The perpetual shard's refusals as errors of the API, with the figures that explain them. */

import { DomainError, errorTable } from '@pelican/shared/contracts';
import { perpetualRejectErrors } from '@pelican/shared/contracts/perpetual';
import {
  type Command,
  isClosing,
  MarginMode,
  Op,
  type PositionSide,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { formatContracts, formatMoney, formatTicks } from '@pelican/shared/money';
import type { CatalogInstrument } from '../../catalog/index.ts';
import type { AppliedPerpetualCommand, LivePerpetualData } from '../../live/index.ts';

type Live = Pick<LivePerpetualData, 'view' | 'catalog'>;

/** The answer when the command took effect. @throws DomainError the engine's refusal */
export function accepted(done: AppliedPerpetualCommand, command: Command, live: Live): AppliedPerpetualCommand {
  if (done.code === RejectCode.none) return done;
  const { stackTraceLimit } = Error;
  // The stack of a refusal is not used, and capturing it would cost more than the whole order.
  Error.stackTraceLimit = 0;
  try {
    throw refusalOf(done, command, live);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function refusalOf(done: AppliedPerpetualCommand, command: Command, live: Live): DomainError {
  const code = perpetualRejectErrors[done.code as keyof typeof perpetualRejectErrors];
  const hint = hintOf(done, command, live);
  const details = { orderId: done.orderId, required: done.required, available: done.available };
  return new DomainError(code, {
    ...(hint === undefined ? {} : { message: `${errorTable[code].message}${hint}` }),
    details,
  });
}

type Hint = (
  done: AppliedPerpetualCommand,
  instrument: CatalogInstrument,
  command: Command,
  live: Live,
) => string | undefined;

/** What follows the common text, if the figures add to it. */
const hints: Partial<Record<RejectCode, Hint>> = {
  [RejectCode.tierLimit]: ({ available }) =>
    available > 0
      ? `: the highest leverage that fits is ${available}x`
      : ': it is above the limit of the market at any leverage',
  [RejectCode.leverageTooHigh]: ({ available }) => (available > 0 ? `: at most ${available}x` : undefined),
  [RejectCode.priceLimit]: ({ available }, { steps }) =>
    available > 0 ? `: the limit is ${formatTicks(available, steps)}` : undefined,
  [RejectCode.insufficientPosition]: ({ available }, { steps }) =>
    `: ${formatContracts(available, steps)} can be closed`,
  [RejectCode.sizeTooLarge]: ({ available }, { steps }) => `: at most ${formatContracts(available, steps)} contracts`,
  [RejectCode.sizeTooSmall]: ({ required }, { steps }) => `: at least ${formatContracts(required, steps)} contracts`,
  [RejectCode.marginTooLow]: ({ available }, { settleTicker }) =>
    `: at most ${formatMoney(BigInt(available))} ${settleTicker}`,
  [RejectCode.pendingIsolatedOrders]: (_done, instrument, command, live) => pendingHint(command, instrument, live),
};

function hintOf(done: AppliedPerpetualCommand, command: Command, live: Live): string | undefined {
  const instrument = 'market' in command ? live.catalog().instrumentById(command.market) : undefined;
  return instrument && hints[done.code]?.(done, instrument, command, live);
}

function pendingHint(command: Command, instrument: CatalogInstrument, live: Live): string | undefined {
  const position = command.kind === Op.setLeverage ? command.position : undefined;
  const ids = pendingIsolatedOrders(live, command.user, instrument.id, position);
  return ids.length === 0 ? undefined : `: ${ids.join(', ')}`;
}

/** Ids of the user's pending isolated orders that open (a position on that side, when one is meant), oldest first. */
export function pendingIsolatedOrders(
  live: Pick<LivePerpetualData, 'view'>,
  userId: number,
  market: number,
  position?: PositionSide,
): number[] {
  const own = live.view.orders.ofUser(userId).filter(({ record }) => {
    const isSide = position === undefined || record.position === position;
    return record.market === market && record.mode === MarginMode.isolated && isSide && !isClosing(record);
  });
  return own.map((order) => order.id).reverse();
}
