/** A coin's monogram: drawn, not downloaded. The hue comes from the ticker, so a coin keeps its colour everywhere. */
const known: Record<string, { colour: string; mark: string }> = {
  BTC: { colour: '#C9730A', mark: '₿' },
  ETH: { colour: '#5566C4', mark: 'E' },
  USDT: { colour: '#1F8A6A', mark: '₮' },
  USDC: { colour: '#2470C0', mark: 'U' },
  INR: { colour: '#8A5A12', mark: '₹' },
  EUR: { colour: '#2D56A8', mark: '€' },
  USD: { colour: '#2E7D4F', mark: '$' },
  PLC: { colour: '#2F6FE4', mark: 'P' },
};

function hueOf(ticker: string): number {
  let hash = 0;
  for (const letter of ticker) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return hash;
}

export function CoinIcon({ ticker, size = 24 }: { ticker: string; size?: number }) {
  const coin = known[ticker] ?? { colour: `hsl(${hueOf(ticker)} 42% 42%)`, mark: ticker.slice(0, 1) };
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <circle cx="12" cy="12" r="12" fill={coin.colour} />
      <text x="12" y="16.6" textAnchor="middle" fill="#fff" fontSize="13" fontWeight="600">
        {coin.mark}
      </text>
    </svg>
  );
}
