/**
 * What was typed or pasted as a plain decimal: digits and one point, cut (never rounded) to `decimals` places. A comma is
 * a point, unless the text has several or a point as well: then commas group thousands. A number with a sign or an exponent
 * is not read as another number: "-5" and "1e3" become nothing.
 */
export function cleanDecimal(text: string, decimals: number): string {
  if (/^\s*[-−]|\d\s*e\s*[-+]?\d/i.test(text)) return '';
  const commas = text.split(',').length - 1;
  const commasGroup = commas > 1 || (commas === 1 && text.includes('.'));
  const plain = (commasGroup ? text.replaceAll(',', '') : text.replace(',', '.')).replace(/[^\d.]/g, '');
  const point = plain.indexOf('.');
  if (point < 0) return plain.replace(/^0+(?=\d)/, '');
  const whole = plain.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  if (decimals === 0) return whole;
  return `${whole}.${plain
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`;
}

/** A cleaned text as the API wants it: "" and "0." are "0", "1." is "1". */
export function wireDecimal(text: string): string {
  return text === '' ? '0' : text.replace(/\.$/, '');
}
