/** Groups of three digits, or of two before the last three, as amounts in INR are shown. */
const grouped = /^\D*[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d*)?\D*$/;

/**
 * What was typed or pasted as a plain decimal: digits and one point, cut (never rounded) to `decimals` places. Commas group
 * digits where the text is a number with groups, "50,000" or "1,23,456.7"; else one comma is a point. What is not read as
 * another number becomes nothing: one with a sign or an exponent, or with commas that fit neither ("1.234,5").
 */
export function cleanDecimal(text: string, decimals: number): string {
  if (/^\s*[-−]|\d\s*e\s*[-+]?\d/i.test(text)) return '';
  const isGrouped = grouped.test(text);
  if (!isGrouped && /,.*[.,]|\..*,/.test(text)) return '';
  const plain = (isGrouped ? text.replaceAll(',', '') : text.replace(',', '.')).replace(/[^\d.]/g, '');
  const point = plain.indexOf('.');
  if (point < 0) return plain.replace(/^0+(?=\d)/, '');
  const whole = plain.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  if (decimals === 0) return whole;
  return `${whole}.${plain
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`;
}

/**
 * Whether a text must not be read as a number: it has a sign, an exponent (also an unfinished one, "1e"), or commas and
 * points that fit no way of writing one. Such a text stays in its field with an error; other letters only fall away.
 */
export function isRefusedNumber(text: string): boolean {
  return /^\s*[-−]|\d\s*e\s*$/i.test(text) || (/\d/.test(text) && cleanDecimal(text, 1) === '');
}

/** A cleaned text as the API wants it: "" and "0." are "0", "1." is "1". */
export function wireDecimal(text: string): string {
  return text === '' ? '0' : text.replace(/\.$/, '');
}
