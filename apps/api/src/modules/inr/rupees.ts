/** The asset and the method of bank transfers in India. */
export const rupeeMethod = { ticker: 'INR', key: 'INR' };

/** @param amount a plain decimal @returns '₹4,99,000': grouped as in India, every digit kept */
export function rupeesText(amount: string): string {
  const format = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 20 });
  return `₹${format.format(amount as Intl.StringNumericLiteral)}`;
}
