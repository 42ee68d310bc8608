/** What operators do to the sources of indexes; the ticker follows within seconds. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../identity/index.ts';
import { readDeployment, type Transaction } from '../platform/database/index.ts';
import { findIndexedMarket, type IndexedMarket, subjectOf } from './indexed-market.ts';
import { newSourceConfigsOf, sourceKinds, withoutSecrets } from './source-settings.ts';

export const newSource = z.object({
  kind: z.enum(sourceKinds, { error: `must be one of ${sourceKinds.join(', ')}` }),
  weight: z.string().regex(/^(0\.\d{1,8}|1)$/, 'must be a decimal up to 1, like 0.3'),
});

export const sourceChange = z.object({
  pair: z.string(),
  source: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be up to 31 small letters, digits and dashes'),
  change: z.discriminatedUnion('action', [
    /** `config` is checked by its kind. */
    newSource.extend({ action: z.literal('add'), config: z.record(z.string(), z.unknown()) }),
    z.object({ action: z.enum(['enable', 'disable', 'remove']) }),
  ]),
  /** Of a request: the source as the one who approves reads it. */
  settings: z.record(z.string(), z.json()).optional(),
});
export type SourceChange = z.infer<typeof sourceChange>;

/**
 * Adds, switches or removes a source. The sources decide the price at which positions are closed by force.
 * @throws DomainError unknown_pair, not_found, invalid_argument
 */
export const changeIndexSource: OperatorAction<SourceChange, void> = {
  name: 'index_sources.change',
  permission: 'listings',
  twoPersons: true,
  payload: sourceChange,
  async bind(tx, { pair, source, change }) {
    const market = await findIndexedMarket(tx, pair);
    const settings = market && (await readSettings(tx, market, source));
    return { pair, source, change: withDefaults(change, market), ...(settings ? { settings } : {}) };
  },
  async run(tx, act, { pair, source, change }) {
    const market = await findIndexedMarket(tx, pair);
    if (!market) {
      const message = `there is neither an instrument nor a spot market ${pair}`;
      throw new DomainError('unknown_pair', { message });
    }
    const { id } = market;
    if (change.action === 'add') await add(tx, market, source, change);
    else {
      const { rowCount } = await tx.query(statementsOf(market)[change.action], [id, source]);
      if (rowCount === 0) {
        const message = `${pair} has no source ${source}`;
        throw new DomainError('not_found', { message });
      }
    }
    const { action, ...settings } = change;
    const config = 'config' in settings ? { config: withoutSecrets(settings.config) } : {};
    const details = { source, ...settings, ...config };
    await recordAct(tx, act, { action: `index_source.${action}`, subject: subjectOf(market), details });
  },
};

/** What this release fills in is part of what the one who approves reads. @throws DomainError invalid_argument */
function withDefaults(change: SourceChange['change'], market: IndexedMarket | undefined): SourceChange['change'] {
  return change.action === 'add' ? { ...change, config: { ...checkedConfig(change, market) } } : change;
}

/** Nobody changes the source between what the one who approves has read and what is done. */
async function readSettings(
  tx: Transaction,
  { id, table, key }: IndexedMarket,
  source: string,
): Promise<SourceChange['settings']> {
  const { rows } = await tx.query<NonNullable<SourceChange['settings']>>(
    `SELECT kind, trim_scale(weight)::text AS weight, config, enabled FROM ${table}
      WHERE ${key} = $1 AND id = $2 FOR UPDATE`,
    [id, source],
  );
  return rows[0];
}

const statementsOf = ({ table, key }: IndexedMarket) => ({
  enable: `UPDATE ${table} SET enabled = true WHERE ${key} = $1 AND id = $2`,
  disable: `UPDATE ${table} SET enabled = false WHERE ${key} = $1 AND id = $2`,
  remove: `DELETE FROM ${table} WHERE ${key} = $1 AND id = $2`,
});

type Addition = Extract<SourceChange['change'], { action: 'add' }>;

async function add(tx: Transaction, market: IndexedMarket, source: string, addition: Addition): Promise<void> {
  const { kind, weight } = addition;
  if (kind === 'simulator') await demandDemo(tx);
  const { rowCount } = await tx.query(
    `INSERT INTO ${market.table} (${market.key}, id, kind, weight, config) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (${market.key}, id) DO NOTHING`,
    [market.id, source, kind, weight, JSON.stringify(checkedConfig(addition, market))],
  );
  if (rowCount === 0)
    throw new DomainError('invalid_argument', { message: `there is a source ${source} already: remove it first` });
}

/** @throws DomainError invalid_argument */
function checkedConfig({ kind, config }: Addition, market: IndexedMarket | undefined): object {
  const { data, error, success } = newSourceConfigsOf(market?.venue)[kind].safeParse(config);
  if (!success) throw refusedConfig(error);
  return data;
}

/** What is wrong with each setting. */
function refusedConfig(error: z.ZodError): DomainError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? '');
    if (name !== '') fields[name] = [...(fields[name] ?? []), message];
  }
  return new DomainError('invalid_argument', { message: z.prettifyError(error), fields });
}

/** A price that one person sets or a program draws may close positions only in a demo. @throws DomainError invalid_argument */
export async function demandDemo(tx: Transaction): Promise<void> {
  const { isDemo } = await readDeployment(tx);
  if (!isDemo) throw new DomainError('invalid_argument', { message: 'a simulated index is of a demo alone' });
}
