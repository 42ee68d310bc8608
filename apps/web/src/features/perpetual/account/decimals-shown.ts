/** How many decimals fit a cell and still say something: tables of positions are narrow. */

/** Of money: cents from one on, four decimals below. */
export function moneyDecimals(amount: string): number {
  return /^-?0(\.|$)/.test(amount) ? 4 : 2;
}

/** Of a price that is an average, and so has more decimals than any tick: eight digits in all. */
export function averageDecimals(price: string): number {
  const whole = price.split('.', 1)[0] ?? '';
  return Math.max(0, 8 - whole.length);
}
