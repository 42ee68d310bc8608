/** The default picture of a coin: its first letters on a colour derived from the ticker. */

/** @param ticker capital letters and digits; anything else is refused, because the text becomes part of the picture */
export function coinImage(ticker: string): string {
  let hue = 7;
  for (const character of ticker) hue = (hue * 31 + character.charCodeAt(0)) % 360;
  const letters = ticker.slice(0, ticker.length > 4 ? 3 : ticker.length);
  const size = letters.length > 3 ? 9 : 11;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="${ticker}"><circle cx="16" cy="16" r="16" fill="hsl(${hue} 55% 42%)"/><text x="16" y="${16 + size * 0.36}" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" fill="#fff">${letters}</text></svg>`;
}
