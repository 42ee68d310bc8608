/** The people of the demo, and what they have. */

export const demoPassword = 'Demo#12345';

export interface DemoUser {
  email: string;
  nickname: string;
  /** Only operators have one, with all permissions. */
  operatorName?: string;
  approved: boolean;
  /** Whole units by ticker; the same goes into the main and the trade wallet. */
  money: Record<string, string>;
  /** USDT in the futures wallet. */
  futures?: string;
  /** A desk of the demo itself: trades without fees, and has an API key. */
  desk?: boolean;
}

const tradersMoney = {
  INR: '25000000',
  USDT: '250000',
  BTC: '5',
  ETH: '60',
  PLC: '100000',
  LTC: '2500',
  SOL: '500',
  XRP: '50000',
  DOGE: '500000',
  USDC: '50000',
  LINK: '2000',
  ADA: '80000',
};
const desksMoney = {
  INR: '8000000000',
  USDT: '80000000',
  BTC: '20000',
  ETH: '500000',
  PLC: '80000000',
  LTC: '500000',
  SOL: '2000000',
  XRP: '80000000',
  DOGE: '80000000',
  USDC: '80000000',
  LINK: '5000000',
  ADA: '80000000',
};

export const demoUsers: DemoUser[] = [
  {
    email: 'alice@demo.local',
    nickname: 'Alice',
    approved: true,
    money: tradersMoney,
    futures: '100000',
  },
  { email: 'bob@demo.local', nickname: 'Bob', approved: true, money: tradersMoney, futures: '100000' },
  { email: 'carol@demo.local', nickname: 'Carol', approved: false, money: {} },
  { email: 'admin@demo.local', nickname: 'Operator', operatorName: 'admin', approved: false, money: {} },
  {
    email: 'maker@demo.local',
    nickname: 'Market maker',
    approved: true,
    money: desksMoney,
    futures: '20000000',
    desk: true,
  },
  {
    email: 'flow@demo.local',
    nickname: 'Order flow',
    approved: true,
    money: desksMoney,
    futures: '20000000',
    desk: true,
  },
];
