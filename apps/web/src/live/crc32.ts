const table = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  table[byte] = value;
}

/** CRC-32 of an ASCII text as a signed 32-bit number, the form in which the socket sends it. */
export function crc32(text: string): number {
  let crc = -1;
  for (let i = 0; i < text.length; i++) crc = (table[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8);
  return ~crc;
}
