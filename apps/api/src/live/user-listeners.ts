/** Listeners by user, so that nothing is gathered for users without one. */
export class UserListeners<Listener> {
  private readonly listeners = new Map<number, readonly Listener[]>();

  /** Adds a listener until the returned function is called. */
  add(userId: number, listener: Listener): () => void {
    this.listeners.set(userId, [...this.of(userId), listener]);
    return () => this.remove(userId, listener);
  }

  has(userId: number): boolean {
    return this.listeners.has(userId);
  }

  of(userId: number): readonly Listener[] {
    return this.listeners.get(userId) ?? [];
  }

  users(): IterableIterator<number> {
    return this.listeners.keys();
  }

  private remove(userId: number, listener: Listener): void {
    const left = this.of(userId).filter((other) => other !== listener);
    if (left.length === 0) this.listeners.delete(userId);
    else this.listeners.set(userId, left);
  }
}
