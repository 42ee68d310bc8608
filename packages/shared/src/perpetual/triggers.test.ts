import { describe, expect, it } from 'vitest';
import { ActualSide, AlgoKind, OrderKind, PositionSide, PriceSource, Side } from '../engine/perpetual/terms.ts';
import {
  attachedLegsError,
  closingSide,
  firedLeg,
  type TriggerAlgo,
  triggerDirection,
  triggeredOrder,
  triggerSideError,
} from './triggers.ts';

const { long, short } = PositionSide;
const { last, mark, index } = PriceSource;

const oco: TriggerAlgo = {
  type: AlgoKind.oco,
  side: Side.sell,
  position: long,
  lots: 10,
  tpTriggerTicks: 1100,
  tpOrderTicks: 1090,
  tpTriggerBy: last,
  slTriggerTicks: 900,
  slOrderTicks: -1,
  slTriggerBy: mark,
  triggerTicks: 0,
  triggerOrderTicks: 0,
  triggerBy: last,
  triggersUp: false,
};
const at = (source: PriceSource, lowTicks: number, highTicks = lowTicks) => ({ source, lowTicks, highTicks });

describe('triggers', () => {
  it('fire at their price and beyond, on their own source', () => {
    expect(firedLeg(oco, at(last, 1099))).toBe(ActualSide.none);
    expect(firedLeg(oco, at(last, 1100))).toBe(ActualSide.takeProfit);
    expect(firedLeg(oco, at(last, 500))).toBe(ActualSide.none);
    expect(firedLeg(oco, at(mark, 900))).toBe(ActualSide.stopLoss);
    expect(firedLeg(oco, at(index, 1))).toBe(ActualSide.none);
  });

  it('see every price between the lowest and the highest, and the stop wins when both legs fire', () => {
    expect(firedLeg(oco, at(last, 1000, 1200))).toBe(ActualSide.takeProfit);
    expect(firedLeg({ ...oco, slTriggerBy: last }, at(last, 800, 1200))).toBe(ActualSide.stopLoss);
  });

  it('are reversed for a short', () => {
    const ofShort = { ...oco, position: short, side: Side.buy, tpTriggerTicks: 900, slTriggerTicks: 1100 };
    expect(firedLeg(ofShort, at(last, 900))).toBe(ActualSide.takeProfit);
    expect(firedLeg(ofShort, at(mark, 1100))).toBe(ActualSide.stopLoss);
    expect([closingSide(long), closingSide(short)]).toEqual([Side.sell, Side.buy]);
  });

  it('a leg that is absent never fires', () => {
    expect(firedLeg({ ...oco, tpTriggerTicks: 0 }, at(last, 5000))).toBe(ActualSide.none);
  });

  it('a trigger goes the way that was fixed when it was placed', () => {
    expect([triggerDirection(110, 100), triggerDirection(90, 100), triggerDirection(100, 100)]).toEqual([
      'up',
      'down',
      null,
    ]);
    const up: TriggerAlgo = {
      ...oco,
      type: AlgoKind.trigger,
      triggerTicks: 1100,
      triggersUp: true,
      tpTriggerTicks: 0,
      slTriggerTicks: 0,
    };
    expect(firedLeg(up, at(last, 1101))).toBe(ActualSide.trigger);
    expect(firedLeg({ ...up, triggersUp: false }, at(last, 1101))).toBe(ActualSide.none);
  });

  it('legs that would fire at once are distinguished', () => {
    const prices = (ticks: Partial<Record<PriceSource, number>>) => (source: PriceSource) => ticks[source] ?? 0;
    expect(triggerSideError(long, oco, prices({ [last]: 1000, [mark]: 1000 }))).toBeNull();
    expect(triggerSideError(long, oco, prices({ [last]: 1100, [mark]: 1000 }))).toBe('tp');
    expect(triggerSideError(long, oco, prices({ [last]: 1000, [mark]: 900 }))).toBe('sl');
    expect(triggerSideError(long, oco, prices({}))).toBeNull();
    expect(attachedLegsError(long, oco, 1000)).toBeNull();
    expect(attachedLegsError(long, oco, 1100)).toBe('tp');
    expect(attachedLegsError(short, oco, 1000)).toBe('sl');
  });

  it('send no more than the position holds', () => {
    const shared = { side: Side.sell, position: long, isClosing: true };
    expect(triggeredOrder(oco, ActualSide.takeProfit, 8)).toEqual({
      ...shared,
      type: OrderKind.limit,
      priceTicks: 1090,
      lots: 8,
    });
    expect(triggeredOrder(oco, ActualSide.stopLoss, 80)).toEqual({
      ...shared,
      type: OrderKind.market,
      priceTicks: 0,
      lots: 10,
    });
    expect(triggeredOrder({ ...oco, lots: 0 }, ActualSide.stopLoss, 80).lots).toBe(80);
    const opening = { ...oco, type: AlgoKind.trigger, side: Side.buy, triggerOrderTicks: 1005 };
    expect(triggeredOrder(opening, ActualSide.trigger, 0)).toMatchObject({
      priceTicks: 1005,
      lots: 10,
      isClosing: false,
    });
  });
});
