/** Whether a text is an address that every reader may be led to: https, with no user or password in it, no white space. */
export function maySetLink(text: string): boolean {
  if (/\s/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
}
