/** Lists of offers: the search of borrowers, and a lender's own. */
import type { OfferList, OfferView, Page, Search } from '@pelican/shared/contracts/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { mayBindSql } from './binding.ts';
import { rateOfPercent, rateText } from './decimals.ts';
import { type OfferViewer, viewOffer } from './offer-view.ts';
import { type StoredOffer, selectOffers } from './offers.ts';
import { openMoney } from './order-form.ts';
import { pageOf } from './paging.ts';
import { pledgesText } from './price-text.ts';
import { above, demandForm } from './refusals.ts';
import type { LoanCatalog } from './settings.ts';

export interface Reading extends OfferViewer {
  db: Queryable;
  assets: LoanCatalog;
}

const orders: Record<Search['sort'], string> = {
  percent: 'day_rate_from, free DESC, offer.id DESC',
  amount: 'free DESC, offer.id DESC',
  days: 'days_to DESC, offer.id DESC',
  date: 'offer.id DESC',
};

/** Offers for which `isInSearch` holds. A range of a search matches an offer whose own range it overlaps. @throws DomainError invalid_argument, unknown_asset */
export async function searchOffers(reading: Reading, search: Search): Promise<OfferList> {
  const { db, assets, settings } = reading;
  demandRanges(search);
  const money = settings.find(({ asset }) => asset.ticker === search.fiat_currency);
  // Money that is closed has no offers to take.
  if (money && !money.isOpen) return pageOf<OfferView>([], 0, search);
  const { asset, pledges } = openMoney(settings, search.fiat_currency);
  const rate = (percent: string | undefined) => (percent === undefined ? null : rateText(rateOfPercent(percent)));
  // An offer is of no use while nothing that it accepts is taken.
  const isWanted = (ticker: string) => search.currency === undefined || search.currency.includes(ticker);
  const wanted = pledges.flatMap((one) => (one.isOpen && isWanted(one.asset.ticker) ? [one.asset.id] : []));
  const widest = `(SELECT max(ltv) FROM p2p_pledges pledge JOIN assets ON assets.ticker = pledge.ticker
      WHERE money_ticker = $2 AND assets.id = ANY (pledge_ids))`;
  const rest = `CROSS JOIN LATERAL (SELECT greatest(pledge_rate, 1 / ${widest}) AS pledge_needed) AS needed
    WHERE money_id = $1 AND state = 'open' AND free >= amount_from AND expires_at > now()
      AND EXISTS (SELECT FROM users lender WHERE lender.id = lender_id AND ${mayBindSql('lender')})
      AND pledge_ids && $3::smallint[]
      AND ($4::numeric IS NULL OR least(amount_to, free) >= $4) AND ($5::numeric IS NULL OR amount_from <= $5)
      AND ($6::integer IS NULL OR days_to >= $6) AND ($7::integer IS NULL OR days_from <= $7)
      AND ($8::numeric IS NULL OR day_rate_to >= $8) AND ($9::numeric IS NULL OR day_rate_from <= $9)
      AND ($10::numeric IS NULL OR pledge_needed >= $10) AND ($11::numeric IS NULL OR pledge_needed <= $11)`;
  const values = [
    asset.id,
    asset.ticker,
    wanted,
    search.amount_from ?? null,
    search.amount_to ?? null,
    search.days_from ?? null,
    search.days_to ?? null,
    rate(search.percent_from),
    rate(search.percent_to),
    rate(search.oks_from),
    rate(search.oks_to),
  ];
  const [offers, count] = await Promise.all([
    selectOffers(db, assets, `${rest} ORDER BY ${orders[search.sort]} OFFSET $12 LIMIT $13`, [
      ...values,
      search.offset,
      search.limit,
    ]),
    countRows(db, `SELECT FROM p2p_offers offer ${rest}`, values, search),
  ]);
  return pageOf(
    offers.map((offer) => viewOffer(offer, reading)),
    count,
    search,
  );
}

/** Each pair is compared, and the message names the counterpart. */
function demandRanges(search: Search): void {
  const decimal = (text: string | undefined) => (text === undefined ? undefined : parseBigUnits(text, 18));
  const whole = (days: number | undefined) => (days === undefined ? undefined : BigInt(days));
  const fault = (name: string, from: bigint | undefined, to: bigint | undefined) =>
    from === undefined || to === undefined
      ? undefined
      : above(from, to, { field: `${name}_from`, other: `${name}_to` });
  demandForm({
    amount_from: fault('amount', decimal(search.amount_from), decimal(search.amount_to)),
    days_from: fault('days', whole(search.days_from), whole(search.days_to)),
    percent_from: fault('percent', decimal(search.percent_from), decimal(search.percent_to)),
    oks_from: fault('oks', decimal(search.oks_from), decimal(search.oks_to)),
  });
}

/** The newest first, with what their loans bring. @param onlyActive those that are open or have loans that run */
export async function listOwnOffers(
  reading: Reading & { userId: number },
  page: Page,
  onlyActive: boolean,
): Promise<OfferList> {
  const { db, assets, userId } = reading;
  const rest = `WHERE lender_id = $1${onlyActive ? ` AND state <> 'closed'` : ''}`;
  const [offers, count] = await Promise.all([
    selectOffers(db, assets, `${rest} ORDER BY offer.id DESC OFFSET $2 LIMIT $3`, [userId, page.offset, page.limit]),
    countRows(db, `SELECT FROM p2p_offers offer ${rest}`, [userId], page),
  ]);
  return pageOf(await withFigures(reading, offers), count, page);
}

interface LoansOfOffer {
  offerId: string;
  pledgeId: number;
  loans: number;
  requests: number;
  estimated: string;
  dailyCharged: string;
  pledge: string;
}

/** What lenders see of their own offers: loans, requests, interest to come (`daily` as `nextDayInterest`), and what their pledges are worth. */
export async function withFigures(reading: Reading, offers: readonly StoredOffer[]): Promise<OfferView[]> {
  const { db, assets, prices } = reading;
  const { rows } = await db.query<LoansOfOffer>(
    `SELECT offer_id AS "offerId", pledge_id AS "pledgeId", count(*) FILTER (WHERE state <> 'pending')::integer AS loans,
        count(*) FILTER (WHERE state = 'pending')::integer AS requests, coalesce(sum(daily * days_left), 0) AS estimated,
        coalesce(sum(daily), 0) AS "dailyCharged", coalesce(sum(pledge) FILTER (WHERE state <> 'pending'), 0) AS pledge
      FROM p2p_loans JOIN assets money ON money.id = money_id
      CROSS JOIN LATERAL (SELECT
        trunc(principal * day_rate * CASE state WHEN 'overdue' THEN late_factor ELSE 1 END, money.scale) AS daily,
        CASE state WHEN 'overdue' THEN grace_days - late_days_charged ELSE days - charged_days END AS days_left) AS interest
      WHERE offer_id = ANY ($1::bigint[]) AND state IN ('pending', 'active', 'overdue') GROUP BY offer_id, pledge_id`,
    [offers.map(({ id }) => id)],
  );
  return offers.map((offer) => {
    const { money } = offer.facts;
    const own = rows.filter(({ offerId }) => Number(offerId) === offer.id);
    const sum = (amounts: string[]) =>
      formatBigUnits(
        amounts.reduce((total, amount) => total + parseBigUnits(amount, money.scale), 0n),
        money.scale,
      );
    return {
      ...viewOffer(offer, reading),
      loans: own.reduce((total, { loans }) => total + loans, 0),
      requests: own.reduce((total, { requests }) => total + requests, 0),
      estimated: sum(own.map(({ estimated }) => estimated)),
      daily_charged: sum(own.map(({ dailyCharged }) => dailyCharged)),
      total_freeze: pledgesText(prices, assets, own, money),
    };
  });
}
