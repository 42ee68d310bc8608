/** What is open (orders, algos, positions), by id and by user. */

interface Owned {
  id: number;
  userId: number;
}

export class OpenObjects<Object extends Owned> {
  private readonly byId = new Map<number, Object>();
  private readonly byUser = new Map<number, Map<number, Object>>();

  get size(): number {
    return this.byId.size;
  }

  get(id: number): Object | undefined {
    return this.byId.get(id);
  }

  /** Adds it, or replaces the one with its id. Ids must come in ascending order for `ofUser` to be sorted. */
  set(object: Object): void {
    this.byId.set(object.id, object);
    const own = this.byUser.get(object.userId);
    if (own) own.set(object.id, object);
    else this.byUser.set(object.userId, new Map([[object.id, object]]));
  }

  remove(object: Owned): void {
    this.byId.delete(object.id);
    const own = this.byUser.get(object.userId);
    own?.delete(object.id);
    if (own?.size === 0) this.byUser.delete(object.userId);
  }

  /** One user's, newest first. */
  ofUser(userId: number): Object[] {
    return [...(this.byUser.get(userId)?.values() ?? [])].reverse();
  }

  values(): IterableIterator<Object> {
    return this.byId.values();
  }

  clear(): void {
    this.byId.clear();
    this.byUser.clear();
  }
}
