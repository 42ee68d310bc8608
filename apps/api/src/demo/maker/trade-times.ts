/** When a desk trades in each market: at irregular steps, at most `pauseStepsMax` apart, so that recent trades keep coming. */
import type { Random } from '../../ticker/index.ts';

const pauseStepsMax = 6;

export class TradeTimes {
  readonly #random: Random;
  readonly #nextStep = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Whether a trade in `market` is due at this step; The next is due 1 to `pauseStepsMax` steps later. */
  takeDue(market: string, step: number): boolean {
    const due = this.#nextStep.get(market) ?? step + this.#pause();
    const isDue = step >= due;
    this.#nextStep.set(market, isDue ? step + this.#pause() : due);
    return isDue;
  }

  #pause(): number {
    return 1 + Math.floor(this.#random.next() * pauseStepsMax);
  }
}
