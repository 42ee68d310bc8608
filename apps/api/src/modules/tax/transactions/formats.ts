/** The tables in which other programs take transactions. The names of columns, types and labels are theirs and have to stay as they are. */
import { formatBigUnits } from '@pelican/shared/money';
import type { Cell, Column } from '../../../platform/documents/index.ts';
import type { Flow, Money } from './flows.ts';

export interface TransactionFormat {
  columns: readonly Column[];
  /** A flow becomes one row or several. */
  rows(flow: Flow): Cell[][];
}

const scale = 18;
const exact = (units: bigint) => formatBigUnits(units, scale);
const amountOf = (money: Money | undefined) => (money ? exact(money.units) : '');
const tickerOf = (money: Money | undefined) => money?.ticker ?? '';
const text = (name: string): Column => ({ name, kind: 'text' });
const paise = 10n ** 16n;
/** Rounded to paise, half away from zero. */
const rupeesOf = (units: bigint) => formatBigUnits((units + paise / 2n) / paise, 2);
/** '2026-11-28 08:15:00' in UTC. */
const utc = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Fee and GST together, which have one currency. */
function chargeOf({ fee, gst }: Flow): Money | undefined {
  if (!fee || !gst) return fee ?? gst;
  const isKnown = fee.value !== undefined && gst.value !== undefined;
  return {
    ticker: fee.ticker,
    units: fee.units + gst.units,
    value: isKnown ? (fee.value as bigint) + (gst.value as bigint) : undefined,
  };
}

const describe = ({ type, fee, gst, reference }: Flow) =>
  [
    `${type} ${reference}`,
    ...(fee ? [`fee ${amountOf(fee)} ${fee.ticker}`] : []),
    ...(gst ? [`GST ${amountOf(gst)} ${gst.ticker}`] : []),
  ].join(', ');

/** Koinly, universal format: amounts are before the fee, which is taken in addition. Times are in UTC. */
const koinlyLabels: Partial<Record<Flow['type'], string>> = { reward: 'reward', futures: 'realized gain' };
export const koinly: TransactionFormat = {
  columns: [
    'Date',
    'Sent Amount',
    'Sent Currency',
    'Received Amount',
    'Received Currency',
    'Fee Amount',
    'Fee Currency',
    'Net Worth Amount',
    'Net Worth Currency',
    'Label',
    'Description',
    'TxHash',
  ].map(text),
  rows(flow) {
    const { seconds, sent, received, tds, hash, reference, type } = flow;
    const row = (
      of: { sent?: Money | undefined; received?: Money | undefined; charge?: Money | undefined },
      label: string,
      description: string,
    ) => {
      const worth = (of.received ?? of.sent)?.value;
      return [
        `${utc(seconds)} UTC`,
        amountOf(of.sent),
        tickerOf(of.sent),
        amountOf(of.received),
        tickerOf(of.received),
        amountOf(of.charge),
        tickerOf(of.charge),
        worth === undefined ? '' : rupeesOf(worth),
        worth === undefined ? '' : 'INR',
        label,
        description,
        hash,
      ];
    };
    const charge = chargeOf(flow);
    const label = koinlyLabels[type] ?? (type === 'invoice' && sent ? 'cost' : '');
    return [
      type === 'futures fee'
        ? row({ sent: charge }, 'margin fee', describe(flow))
        : row({ sent, received, charge }, label, describe(flow)),
      ...(tds ? [row({ sent: tds }, 'cost', `TDS of ${reference}`)] : []),
    ];
  },
};

function coinTrackingType({ type, received }: Flow): string {
  if (type === 'buy' || type === 'sell') return 'Trade';
  if (type === 'reward') return 'Reward / Bonus';
  if (type === 'invoice') return received ? 'Income' : 'Spend';
  if (type === 'futures') return received ? 'Derivatives / Futures Profit' : 'Derivatives / Futures Loss';
  return received ? 'Deposit' : 'Withdrawal';
}

const charged = (money: Money | undefined, units: bigint) => money && { ...money, units: money.units + units };

/**
 * CoinTracking: amounts are what has reached or left the wallet, the fee inside; the fee's own columns are for information. A fee in a third
 * currency, and tax, are rows of their own.
 */
export const coinTracking: TransactionFormat = {
  columns: [
    'Type',
    'Buy Amount',
    'Buy Currency',
    'Sell Amount',
    'Sell Currency',
    'Fee',
    'Fee Currency',
    'Exchange',
    'Trade-Group',
    'Comment',
    'Date',
  ].map(text),
  rows(flow) {
    const { seconds, sent, received, tds, reference, hash } = flow;
    const row = (
      type: string,
      of: { buy?: Money | undefined; sell?: Money | undefined; fee?: Money | undefined },
      comment: string,
    ) => [
      type,
      amountOf(of.buy),
      tickerOf(of.buy),
      amountOf(of.sell),
      tickerOf(of.sell),
      amountOf(of.fee),
      tickerOf(of.fee),
      'Pelican',
      '',
      comment,
      utc(seconds),
    ];
    const comment = `${describe(flow)}${hash === '' ? '' : `, ${hash}`}`;
    const charge = chargeOf(flow);
    const isOf = (money: Money | undefined) => charge !== undefined && money?.ticker === charge.ticker;
    const units = charge?.units ?? 0n;
    // A trade of one's own fee currency has it on one side alone.
    const sell = isOf(sent) ? charged(sent, units) : sent;
    const buy = !isOf(sent) && isOf(received) ? charged(received, -units) : received;
    const isInside = isOf(sent) || isOf(received);
    return [
      ...(sell || buy ? [row(coinTrackingType(flow), { buy, sell, fee: isInside ? charge : undefined }, comment)] : []),
      ...(charge && !isInside ? [row('Other Fee', { sell: charge }, comment)] : []),
      ...(tds ? [row('Other Fee', { sell: tds }, `TDS of ${reference}`)] : []),
    ];
  },
};

/** Each movement of each currency in a row of its own: the changes of a currency add up to what the account has of it. */
export const generalLedger: TransactionFormat = {
  columns: [
    { name: 'Time (UTC)', kind: 'text', width: 1.2 },
    text('Transaction'),
    text('Line'),
    { name: 'Record', kind: 'text', width: 1.4 },
    text('Currency'),
    { name: 'Change', kind: 'figure' },
    { name: 'Value in INR', kind: 'figure' },
    { name: 'Network transaction', kind: 'text', width: 1.6 },
  ],
  rows(flow) {
    const { seconds, type, reference, hash, received, sent, fee, gst, tds } = flow;
    const line = (name: string, money: Money | undefined, sign: 1n | -1n) =>
      money
        ? [
            [
              utc(seconds),
              type,
              name,
              reference,
              money.ticker,
              exact(sign * money.units),
              money.value === undefined ? '' : exact(sign * money.value),
              hash,
            ],
          ]
        : [];
    return [
      ...line('received', received, 1n),
      ...line('sent', sent, -1n),
      ...line('fee', fee, -1n),
      ...line('GST', gst, -1n),
      ...line('TDS', tds, -1n),
    ];
  },
};
