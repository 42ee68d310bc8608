/** Closing positions, their leverage and their margin. None of it opens a position, so no quiz is required. */

import { DomainError } from '@pelican/shared/contracts';
import type {
  ClosePositionResponse,
  closePositionRequest,
  marginAdjustmentRequest,
  OpenPosition,
  SetLeverageResponse,
  setLeverageRequest,
} from '@pelican/shared/contracts/perpetual';
import { EventKind, MarginMode, Op, PositionSide } from '@pelican/shared/engine/perpetual';
import { formatContracts } from '@pelican/shared/money';
import { crossLiquidationTicks, liquidationTicks } from '@pelican/shared/perpetual';
import type * as z from 'zod/mini';
import type { AppliedPerpetualCommand, LivePerpetualData, OrderRecord, PositionRecord } from '../../live/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { accountFigures } from './account-figures.ts';
import { type LeverageChange, previewLeverage, viewLeverageChange } from './leverage-preview.ts';
import { requireMarket } from './order-commands.ts';
import { viewOrder } from './order-view.ts';
import { viewOpenPosition } from './position-view.ts';
import { invalidField, readMoney } from './request-figures.ts';
import type { Submitter } from './submitter.ts';
import { codeOf, modeNames, positionNames, reasonNames } from './wire-names.ts';

export interface PositionServiceDeps {
  submitter: Submitter;
  live: LivePerpetualData;
}

export interface PositionService {
  /** @throws DomainError position_not_found, empty_book */
  close(principal: Principal, request: z.infer<typeof closePositionRequest>): Promise<ClosePositionResponse>;
  /** @throws DomainError leverage_too_high, pending_isolated_orders, stale_preview, insufficient_margin */
  setLeverage(principal: Principal, request: z.infer<typeof setLeverageRequest>): Promise<SetLeverageResponse>;
  /** Answers the position. @throws DomainError position_not_found, margin_too_low, insufficient_margin */
  adjustMargin(principal: Principal, request: z.infer<typeof marginAdjustmentRequest>): Promise<OpenPosition>;
}

export function createPositionService({ submitter, live }: PositionServiceDeps): PositionService {
  function readChange(userId: number, request: z.infer<typeof setLeverageRequest>): LeverageChange {
    const mode = codeOf(modeNames, request.mode);
    if (mode === MarginMode.isolated && request.position === undefined)
      throw invalidField('position', 'Isolated leverage is per side: long or short');
    const isSided = mode === MarginMode.isolated && request.position !== undefined;
    return {
      userId,
      instrument: requireMarket(live.catalog(), request.market),
      mode,
      position: isSided ? codeOf(positionNames, request.position as 'long') : PositionSide.long,
      leverage: request.leverage,
    };
  }

  async function setCross(change: LeverageChange): Promise<SetLeverageResponse> {
    const { userId, instrument, mode, position, leverage } = change;
    const target = { market: instrument.id, mode, position, leverage };
    await submitter.submit({ kind: Op.setLeverage, user: userId, ...target, positionVersion: -1 });
    const ticks = crossLiquidationTicks(accountFigures(live, userId).figures, instrument.id);
    return viewLeverageChange(change, 0n, { before: ticks, after: ticks }, 0);
  }

  async function setIsolated(change: LeverageChange, positionVersion: number): Promise<SetLeverageResponse> {
    const { userId, instrument, mode, position, leverage } = change;
    const isMeant = (record: PositionRecord) =>
      record.market === instrument.id && record.mode === mode && record.position === position;
    const before = live.view.positions.ofUser(userId).find(({ record }) => isMeant(record))?.record;
    const target = { market: instrument.id, mode, position, leverage };
    const done = await submitter.submit({ kind: Op.setLeverage, user: userId, ...target, positionVersion });
    const after = positionAfter(done, userId, isMeant) ?? before;
    const price = (record: PositionRecord | undefined) => (record ? liquidationTicks(instrument.terms, record) : null);
    const marginChange = (after?.margin ?? 0n) - (before?.margin ?? 0n);
    return viewLeverageChange(
      change,
      marginChange,
      { before: price(before), after: price(after) },
      after?.version ?? 0,
    );
  }

  return {
    async close(principal, request) {
      await submitter.requireScope(principal);
      const { userId } = principal;
      const instrument = requireMarket(live.catalog(), request.market);
      const mode = codeOf(modeNames, request.mode);
      const position = codeOf(positionNames, request.position);
      const done = await submitter.submit({
        kind: Op.closePosition,
        user: userId,
        market: instrument.id,
        mode,
        position,
      });
      const order = done.events.findLast(
        (event): event is OrderRecord => event.kind === EventKind.orderChanged && event.orderId === done.orderId,
      );
      const left = positionAfter(
        done,
        userId,
        (record) => record.market === instrument.id && record.mode === mode && record.position === position,
      );
      const kept = order && { id: order.orderId, userId, record: order, seq: done.seq };
      return {
        closed_sz: formatContracts(order?.filledLots ?? 0, instrument.steps),
        remaining: formatContracts(left?.lots ?? 0, instrument.steps),
        reason: left && left.lots > 0 && order ? (reasonNames[order.reason] ?? '') : '',
        order: kept ? viewOrder(kept, live.catalog()) : null,
      };
    },
    async setLeverage(principal, request) {
      const change = readChange(principal.userId, request);
      if (request.dry_run) {
        await live.waitUntilCurrent();
        return previewLeverage(live, change);
      }
      await submitter.requireScope(principal);
      return change.mode === MarginMode.cross ? setCross(change) : setIsolated(change, request.position_version ?? -1);
    },
    async adjustMargin(principal, request) {
      await submitter.requireScope(principal);
      const { userId } = principal;
      const instrument = requireMarket(live.catalog(), request.market);
      const position = codeOf(positionNames, request.position);
      const size = readMoney('amount', request.amount);
      const amount = request.type === 'add' ? size : -size;
      const done = await submitter.submit({
        kind: Op.adjustMargin,
        user: userId,
        market: instrument.id,
        position,
        amount,
      });
      const record = positionAfter(
        done,
        userId,
        (one) => one.market === instrument.id && one.mode === MarginMode.isolated && one.position === position,
      );
      if (!record) throw new DomainError('position_not_found');
      const kept = { id: record.positionId, userId, record, seq: done.seq };
      return viewOpenPosition(live, kept, accountFigures(live, userId));
    },
  };
}

/** The position as the command left it; undefined when it did not touch it. */
function positionAfter(
  done: AppliedPerpetualCommand,
  userId: number,
  isMeant: (record: PositionRecord) => boolean,
): PositionRecord | undefined {
  return done.events.findLast(
    (event): event is PositionRecord =>
      event.kind === EventKind.positionChanged && event.user === userId && isMeant(event),
  );
}
