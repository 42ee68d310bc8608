/** The leverages that users have set. Cross margin has one for both sides, kept under the long side. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';

export const defaultLeverage = 3;

export class Leverages {
  private readonly byKey = new Map<string, number>();

  set(userId: number, market: number, mode: MarginMode, position: PositionSide, leverage: number): void {
    this.byKey.set(keyOf(userId, market, mode, position), leverage);
  }

  get(userId: number, market: number, mode: MarginMode, position: PositionSide): number {
    return this.byKey.get(keyOf(userId, market, mode, position)) ?? defaultLeverage;
  }

  clear(): void {
    this.byKey.clear();
  }
}

function keyOf(userId: number, market: number, mode: MarginMode, position: PositionSide): string {
  return `${userId} ${market} ${mode} ${mode === MarginMode.cross ? PositionSide.long : position}`;
}
