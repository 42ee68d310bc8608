interface Flushable {
  flush(): void;
}

/** While the tab is hidden the browser draws no frames: this is how long a change waits at most. */
const hiddenFrameMs = 250;

/** Gathers the changes between two frames, so that readers are notified at most once a frame. */
export class FrameScheduler {
  readonly #dirty = new Set<Flushable>();
  #frame: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  schedule(item: Flushable): void {
    this.#dirty.add(item);
    if (this.#timer !== null) return;
    this.#timer = setTimeout(this.flush, hiddenFrameMs);
    if (typeof requestAnimationFrame === 'function') this.#frame = requestAnimationFrame(this.flush);
  }

  readonly flush = (): void => {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#frame = null;
    this.#timer = null;
    const items = [...this.#dirty];
    this.#dirty.clear();
    for (const item of items) item.flush();
  };
}

/**
 * A value outside of React, published once a frame. `read` builds what readers see from the mutable data
 * behind it; returning the same object again means that nothing changed.
 */
export class Cell<Value> {
  readonly #frames: FrameScheduler;
  readonly #read: () => Value;
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(frames: FrameScheduler, read: () => Value) {
    this.#frames = frames;
    this.#read = read;
    this.#value = read();
  }

  readonly get = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The data changed: readers are notified at the next frame. */
  touch(): void {
    this.#frames.schedule(this);
  }

  /** Publishes at once. */
  flush(): void {
    const next = this.#read();
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
