/** The listings of a process: one catalog for all of its spot shards. */
import type { ShardOf } from '@pelican/shared/engine';
import type { Pool } from 'pg';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';

export class Listings {
  private readonly pool: Pool;
  private readonly shards: readonly ShardOf<'spot'>[];
  private newest: Catalog | undefined;
  private startedCount = 0;
  private newestStarted = 0;

  /** @param shards those whose markets the process lists */
  constructor(pool: Pool, shards: readonly ShardOf<'spot'>[]) {
    this.pool = pool;
    this.shards = shards;
  }

  /** The newest catalog. @throws Error before the first `reload` */
  get catalog(): Catalog {
    if (!this.newest) throw new Error('the listings have not been read yet');
    return this.newest;
  }

  /** Reads the catalog; of two readings at once, the one that began later stays. */
  async reload(): Promise<Catalog> {
    const started = ++this.startedCount;
    const catalog = await loadCatalog(this.pool, this.shards);
    if (started > this.newestStarted) {
      this.newestStarted = started;
      this.newest = catalog;
    }
    return this.catalog;
  }
}
