/** What edits have changed of an offer, for bids that were made from an earlier version of it (docs/decisions/0235). */
import { DomainError } from '@pelican/shared/contracts';
import { formatBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { percentText } from './decimals.ts';
import { assetOf, type StoredOffer } from './offers.ts';
import type { LoanCatalog } from './settings.ts';

type Edited = Pick<StoredOffer, 'terms'> & { facts: Omit<StoredOffer['facts'], 'lenderName' | 'createdAt'> };

/** What a borrower agrees to, by the names on the wire. */
function agreedTerms({ terms, facts }: Edited, assets: LoanCatalog): Record<string, string> {
  const units = (amount: bigint) => formatBigUnits(amount, facts.money.scale);
  return {
    amount_from: units(terms.amountFrom),
    amount_to: units(terms.amountTo),
    days_from: `${facts.daysFrom}`,
    days_to: `${facts.daysTo}`,
    percent_from: percentText(facts.dayRateFrom),
    percent_to: percentText(facts.dayRateTo),
    currency: facts.pledgeIds.map((id) => assetOf(assets, id).ticker).join(','),
    oks_percent: facts.pledgeRate === null ? 'none' : percentText(facts.pledgeRate),
    auto_approve: `${terms.autoApprove}`,
    auto_percent: percentText(terms.autoRate),
  };
}

/** @param version that the edit has made; the caller has the offer locked */
export async function keepEdit(
  tx: Transaction,
  assets: LoanCatalog,
  { id, version, before, after }: { id: number; version: number; before: Edited; after: Edited },
): Promise<void> {
  const [old, now] = [agreedTerms(before, assets), agreedTerms(after, assets)];
  const changed = Object.keys(now).filter((name) => now[name] !== old[name]);
  await tx.query('INSERT INTO p2p_offer_edits (offer_id, version, changed) VALUES ($1, $2, $3)', [
    id,
    version,
    changed,
  ]);
}

/**
 * Lets a bid through that was made from this version of an offer, or from one since which nothing of it was changed.
 * @param read undefined: the caller does not say what was read
 * @throws DomainError stale_version, which names what is another now
 */
export async function demandAgreedTerms(
  tx: Transaction,
  assets: LoanCatalog,
  offer: StoredOffer,
  read: number | undefined,
): Promise<void> {
  if (read === undefined || read === offer.version) return;
  const { rows } = await tx.query<{ name: string }>(
    'SELECT DISTINCT unnest(changed) AS name FROM p2p_offer_edits WHERE offer_id = $1 AND version > $2 ORDER BY 1',
    [offer.id, read],
  );
  if (rows.length === 0 && read < offer.version) return;
  const now = agreedTerms(offer, assets);
  const fields = Object.fromEntries(rows.map(({ name }) => [name, [`It is ${now[name]} now`]]));
  throw new DomainError('stale_version', { fields });
}
