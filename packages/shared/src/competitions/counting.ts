/** Which trades of a competition count (docs/staking-and-offerings.md, "What counts"). Money in units of the markets' money, times in seconds. */

export interface CompetitionTrade {
  id: number;
  market: string;
  at: number;
  buyer: number;
  buyOrder: number;
  seller: number;
  sellOrder: number;
  /** Price x amount. */
  gross: bigint;
}

export interface CompetitionRules {
  type: 'ORDERS' | 'SELLVOLUME';
  markets: readonly string[];
  start: number;
  end: number;
  /** Of ORDERS: an order counts when its fills reach it. */
  minOrderValue: bigint;
  /** Users who are taken for one person. */
  clusters: readonly (readonly number[])[];
}

export interface Participant {
  user: number;
  joinedAt: number;
  isDisqualified: boolean;
}

export interface CountedTrades {
  /** By participant, in the order in which they happened. */
  byUser: Map<number, CompetitionTrade[]>;
  excluded: { trade: number; reason: 'self_trade' | 'linked' }[];
}

/** The cluster of each user who is in one. */
export function clusterOf(clusters: CompetitionRules['clusters']): Map<number, number> {
  return new Map(clusters.flatMap((users, cluster) => users.map((user): [number, number] => [user, cluster])));
}

/** Trades before `until` of those who had joined: of sellers, and of ORDERS of buyers too. None with oneself, none within a cluster. */
export function countTrades(
  rules: CompetitionRules,
  participants: readonly Participant[],
  trades: readonly CompetitionTrade[],
  until: number,
): CountedTrades {
  const joined = new Map(participants.map(({ user, joinedAt }) => [user, joinedAt]));
  const clusters = clusterOf(rules.clusters);
  const byUser = new Map<number, CompetitionTrade[]>(participants.map(({ user }) => [user, []]));
  const excluded: CountedTrades['excluded'] = [];
  for (const trade of [...trades].sort(byTime)) {
    if (!rules.markets.includes(trade.market) || trade.at < rules.start || trade.at >= until) continue;
    const sides = rules.type === 'ORDERS' ? [trade.seller, trade.buyer] : [trade.seller];
    const concerned = sides.filter((user) => (joined.get(user) ?? Number.POSITIVE_INFINITY) <= trade.at);
    if (concerned.length === 0) continue;
    const cluster = clusters.get(trade.buyer);
    if (trade.buyer === trade.seller) excluded.push({ trade: trade.id, reason: 'self_trade' });
    else if (cluster !== undefined && cluster === clusters.get(trade.seller))
      excluded.push({ trade: trade.id, reason: 'linked' });
    else for (const user of concerned) byUser.get(user)?.push(trade);
  }
  return { byUser, excluded };
}

function byTime(a: CompetitionTrade, b: CompetitionTrade): number {
  return a.at - b.at || a.id - b.id;
}
