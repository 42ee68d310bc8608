/** Intake opens again at this multiple of the watermark. */
const lowLevel = 0.8;

/** A limit with hysteresis, so that intake does not flicker at its edge. */
export class Watermark {
  #isPassed = false;

  /** True from level 1 on until the level is below 0.8. */
  isPassedAt(level: number): boolean {
    this.#isPassed = level >= (this.#isPassed ? lowLevel : 1);
    return this.#isPassed;
  }
}
