/**
 * Prisma's pg adapter, taught the one type of the system catalog that it refuses: "char", Postgres' internal letter.
 *
 * The schema engine reads such columns when it describes a database. The adapter throws before the engine sees them, so
 * the pool relabels the column as an array of letters, which the adapter knows, and the adapter's answer is put right.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

const charTypeId = 18;
const charArrayTypeId = 1002;

/** An adapter factory for the schema engine; it has no shadow database, for none is asked of it. */
export function createCatalogAdapterFactory(connectionString: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(connectionString),
    connectToShadowDb: () => Promise.reject(new Error('No shadow database is meant to be used')),
  };
}

async function connect(connectionString: string): Promise<SqlDriverAdapter> {
  const pool = new RelabelledPool({ connectionString });
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return adapter;
}

class RelabelledPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query cannot be spelled in an override
  override async query(...args: any[]): Promise<any> {
    const result = await (super.query as (...all: unknown[]) => Promise<pg.QueryResult>).apply(this, args);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === charTypeId) field.dataTypeID = charArrayTypeId;
    }
    return result;
  }
}
