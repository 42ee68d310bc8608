/** How the demo's assets enter and leave: a network of its own for coins, bank transfers and a payment provider of its own for rupees. */
import { bankHours, bankMinutes } from '@pelican/shared/contracts/inr';
import { type DemoAsset, demoAssets } from './listings.ts';

/** The demo's network: blocks come from the sandbox chain, which `npm start` runs. */
export const sandboxNetwork = {
  id: 1,
  key: 'SANDBOX',
  name: 'Sandbox network',
  kind: 'sandbox',
  /** Pays the network's fees. */
  nativeTicker: 'PLC',
  confirmations: 3,
  blockSeconds: 2,
  explorerTransaction: '/sandbox/transactions/{hash}',
  explorerAddress: '/sandbox/addresses/{address}',
} as const;

interface DemoTerms {
  amountMin: string;
  amountMax: string;
  feeFixed: string;
  /** From this amount in 24 hours on an operator approves withdrawals. */
  amountReview: string;
  feePpm?: number;
  feeMin?: string;
}

export interface DemoMethod {
  id: number;
  assetId: number;
  key: string;
  kind: 'crypto' | 'bank' | 'provider';
  provider?: string;
  networkId: number | null;
  contract: string;
  decimals: number | null;
  isMemo: boolean;
  name: string;
  description: string;
  deposit: DemoTerms;
  withdraw?: DemoTerms;
}

/** INR 100 to 4,99,000 a transaction, a fee of INR 15. */
const rupees = { amountMin: '100', amountMax: '499000', feeFixed: '15', amountReview: '800000' };

/** INR 1 crore a day. */
export const rupeesOfDay = '10000000';
export const rupeesOfTwoPersons = '100000';
/** What one operator decides alone in 24 hours. */
export const rupeesOfOneOperator = '1000000';

/** Of the exchange of the demo. No such account exists. */
export const demoRequisites = {
  beneficiary: 'Pelican Exchange (demo)',
  account_number: '000000000000',
  ifsc_code: 'HDFC0000001',
  bank_name: 'HDFC Bank',
  upi_id: 'pelican.demo@example',
};

function bankMethod(asset: DemoAsset): DemoMethod {
  return {
    id: asset.id,
    assetId: asset.id,
    key: 'INR',
    kind: 'bank',
    networkId: null,
    contract: '',
    decimals: null,
    isMemo: false,
    name: 'Bank transfer',
    description: `IMPS, NEFT, RTGS or UPI. ${bankMinutes} minutes to ${bankHours} hours, around the clock.`,
    deposit: rupees,
    withdraw: rupees,
  };
}

/** About a dollar, in two digits. */
function aboutOneDollar({ usdPrice }: DemoAsset): string {
  const units = 1 / usdPrice;
  const decimals = Math.max(0, Math.min(8, 1 - Math.floor(Math.log10(units))));
  return String(Number(units.toFixed(decimals)));
}

function cryptoMethod(asset: DemoAsset): DemoMethod {
  const fee = aboutOneDollar(asset);
  const isNative = asset.ticker === sandboxNetwork.nativeTicker;
  return {
    id: asset.id,
    assetId: asset.id,
    key: asset.isMemo ? 'CRYPTOMEMO' : sandboxNetwork.key,
    kind: 'crypto',
    networkId: sandboxNetwork.id,
    contract: isNative ? '' : asset.ticker,
    decimals: asset.scale,
    isMemo: asset.isMemo ?? false,
    name: sandboxNetwork.name,
    description: '',
    deposit: { amountMin: fee, amountMax: '0', feeFixed: '0', amountReview: '0' },
    withdraw: {
      amountMin: String(Number(fee) * 5),
      amountMax: '0',
      feeFixed: fee,
      amountReview: String(Math.ceil(Number(fee) * 10_000)),
    },
  };
}

/** Pages of payment providers, which are all of the sandbox provider here. One percent, at least INR 10. */
const providerTerms = {
  amountMin: '100',
  amountMax: '100000',
  feeFixed: '0',
  amountReview: '0',
  feePpm: 10_000,
  feeMin: '10',
};
const firstProviderId = 101;
/** Those by which the provider pays too: to an account, and to a card. */
const payingMethods = ['PAYSOFT', 'ADVCARD'];

function providerMethods(asset: DemoAsset): DemoMethod[] {
  const names = {
    MERCURYO: 'Card by Mercuryo',
    ADVCARD: 'Card by Volet',
    ADVACCOUNT: 'Volet account',
    PAYSOFT: 'Paysoft',
  };
  return Object.entries(names).map(([key, name], at) => ({
    id: firstProviderId + at,
    assetId: asset.id,
    key,
    kind: 'provider',
    provider: 'sandbox',
    networkId: null,
    contract: '',
    decimals: null,
    isMemo: false,
    name,
    description: 'At once, by the sandbox provider, where no money moves.',
    deposit: providerTerms,
    ...(payingMethods.includes(key) ? { withdraw: { ...providerTerms, amountReview: rupees.amountReview } } : {}),
  }));
}

export const demoMethods: DemoMethod[] = demoAssets.flatMap((asset) =>
  asset.isFiat ? [bankMethod(asset), ...providerMethods(asset)] : [cryptoMethod(asset)],
);
