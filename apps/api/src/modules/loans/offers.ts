/** Offers in Postgres. */
import type { Offer } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Catalog, CatalogAsset } from '../../catalog/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { rateOf, rateText } from './decimals.ts';

/** What of an offer its state machine does not decide by. */
export interface OfferFacts {
  lenderId: number;
  money: CatalogAsset;
  daysFrom: number;
  daysTo: number;
  dayRateFrom: bigint;
  dayRateTo: bigint;
  /** Assets that are accepted. */
  pledgeIds: number[];
  /** The pledge's value for one of money that the lender asks for; null: none of its own. */
  pledgeRate: bigint | null;
  expiresAt: Date;
}

export interface StoredOffer extends Offer {
  facts: OfferFacts & { lenderName: string; createdAt: Date };
}

interface OfferRow {
  id: string;
  lenderId: string;
  lenderName: string;
  moneyId: number;
  version: number;
  state: Offer['state'];
  amountFrom: string;
  amountTo: string;
  daysFrom: number;
  daysTo: number;
  dayRateFrom: string;
  dayRateTo: string;
  pledgeIds: number[];
  pledgeRate: string | null;
  autoApprove: boolean;
  autoRate: string;
  relend: boolean;
  free: string;
  reserved: string;
  lent: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Of `p2p_offers offer`. */
const offerColumns = `offer.id, lender_id AS "lenderId", (SELECT nickname FROM users WHERE users.id = lender_id) AS "lenderName",
  money_id AS "moneyId", version, state, amount_from AS "amountFrom", amount_to AS "amountTo", days_from AS "daysFrom",
  days_to AS "daysTo", day_rate_from AS "dayRateFrom", day_rate_to AS "dayRateTo", pledge_ids AS "pledgeIds",
  pledge_rate AS "pledgeRate", auto_approve AS "autoApprove", auto_rate AS "autoRate", relend, free, reserved, lent,
  created_at AS "createdAt", expires_at AS "expiresAt"`;

type Assets = Pick<Catalog, 'assetById'>;

/** @throws RangeError for an asset that is not listed, which the database refuses */
export function assetOf(assets: Assets, id: number): CatalogAsset {
  const asset = assets.assetById(id);
  if (!asset) throw new RangeError(`asset ${id} is not listed`);
  return asset;
}

function toOffer(row: OfferRow, assets: Assets): StoredOffer {
  const money = assetOf(assets, row.moneyId);
  const units = (amount: string) => parseBigUnits(amount, money.scale);
  const { daysFrom, daysTo, pledgeIds, createdAt, expiresAt, lenderName } = row;
  return {
    id: Number(row.id),
    version: row.version,
    state: row.state,
    terms: {
      amountFrom: units(row.amountFrom),
      amountTo: units(row.amountTo),
      autoApprove: row.autoApprove,
      autoRate: rateOf(row.autoRate),
      relend: row.relend,
    },
    free: units(row.free),
    reserved: units(row.reserved),
    lent: units(row.lent),
    facts: {
      lenderId: Number(row.lenderId),
      lenderName,
      money,
      daysFrom,
      daysTo,
      dayRateFrom: rateOf(row.dayRateFrom),
      dayRateTo: rateOf(row.dayRateTo),
      pledgeIds,
      pledgeRate: row.pledgeRate === null ? null : rateOf(row.pledgeRate),
      createdAt,
      expiresAt,
    },
  };
}

/** @param rest what follows `FROM p2p_offers offer` */
export async function selectOffers(
  db: Queryable,
  assets: Assets,
  rest: string,
  values: readonly unknown[],
): Promise<StoredOffer[]> {
  const { rows } = await db.query<OfferRow>(`SELECT ${offerColumns} FROM p2p_offers offer ${rest}`, [...values]);
  return rows.map((row) => toOffer(row, assets));
}

export async function findOffer(db: Queryable, assets: Assets, id: number): Promise<StoredOffer | undefined> {
  return (await selectOffers(db, assets, 'WHERE offer.id = $1', [id]))[0];
}

/** Locks the offer until the transaction ends: before its loans, and these before accounts. */
export async function lockOffer(tx: Transaction, assets: Assets, id: number): Promise<StoredOffer | undefined> {
  return (await selectOffers(tx, assets, 'WHERE offer.id = $1 FOR NO KEY UPDATE OF offer', [id]))[0];
}

export async function nextOfferId(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(`SELECT nextval('p2p_offers_id_seq') AS id`);
  return Number(rows[0]?.id);
}

/** How many offers a lender has open, and has ended within a day. */
export async function countOffers(tx: Transaction, lenderId: number): Promise<{ open: number; ended: number }> {
  const { rows } = await tx.query<{ open: number; ended: number }>(
    `SELECT count(*) FILTER (WHERE state = 'open')::integer AS open, count(*) FILTER (WHERE state <> 'open')::integer AS ended
      FROM p2p_offers WHERE lender_id = $1 AND (state = 'open' OR ended_at > now() - interval '24 hours')`,
    [lenderId],
  );
  return rows[0] ?? { open: 0, ended: 0 };
}

/** What a lender chooses, by the columns that hold it: the same for a new offer and for an edit. */
function chosenColumns({ terms, free, version }: Offer, facts: OfferFacts): Record<string, unknown> {
  const amount = (units: bigint) => formatBigUnits(units, facts.money.scale);
  return {
    version,
    amount_from: amount(terms.amountFrom),
    amount_to: amount(terms.amountTo),
    days_from: facts.daysFrom,
    days_to: facts.daysTo,
    day_rate_from: rateText(facts.dayRateFrom),
    day_rate_to: rateText(facts.dayRateTo),
    pledge_ids: facts.pledgeIds,
    pledge_rate: facts.pledgeRate === null ? null : rateText(facts.pledgeRate),
    auto_approve: terms.autoApprove,
    auto_rate: rateText(terms.autoRate),
    relend: terms.relend,
    free: amount(free),
    expires_at: facts.expiresAt,
  };
}

/** A new one, with the id that it has got. */
export async function insertOffer(tx: Transaction, offer: Offer, facts: OfferFacts): Promise<void> {
  const whose = { id: offer.id, lender_id: facts.lenderId, money_id: facts.money.id };
  const columns = Object.entries({ ...whose, ...chosenColumns(offer, facts) });
  const names = columns.map(([name]) => name).join();
  const places = columns.map((_, at) => `$${at + 1}`).join();
  await tx.query(
    `INSERT INTO p2p_offers (${names}) VALUES (${places})`,
    columns.map(([, value]) => value),
  );
}

/** After an edit; the caller has it locked. */
export async function rewriteOffer(tx: Transaction, offer: Offer, facts: OfferFacts): Promise<void> {
  const columns = Object.entries(chosenColumns(offer, facts));
  const changes = columns.map(([name], at) => `${name} = $${at + 2}`).join();
  await tx.query(`UPDATE p2p_offers SET ${changes} WHERE id = $1`, [offer.id, ...columns.map(([, value]) => value)]);
}

/** What a step has done to an offer's money and state; the caller has it locked. */
export async function saveOffer(tx: Transaction, offer: Offer, money: Pick<CatalogAsset, 'scale'>): Promise<void> {
  const amount = (units: bigint) => formatBigUnits(units, money.scale);
  await tx.query(
    `UPDATE p2p_offers SET state = $2, free = $3, reserved = $4, lent = $5,
        ended_at = CASE WHEN $2 = 'open' THEN NULL ELSE coalesce(ended_at, clock_timestamp()) END WHERE id = $1`,
    [offer.id, offer.state, amount(offer.free), amount(offer.reserved), amount(offer.lent)],
  );
}
