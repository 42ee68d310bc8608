/** Forms of payment methods by their keys. Free of schemas. */

/** What a form of a payment provider asks beside the amount. Numbers of cards are typed at the provider alone. */
export type ProviderField = 'name' | 'email' | 'phone' | 'account';

/** The methods that payment providers serve, with what the form of each asks. A key that is not here has no form. */
export const providerForms: Readonly<Record<string, readonly ProviderField[]>> = {
  ADVACCOUNT: ['email'],
  ADVCARD: ['name'],
  PRRUB: ['account'],
  QWRUB: ['phone'],
  YAMRUB: ['account'],
  WIRETRY: ['name'],
  P24UAH: ['phone'],
  MONOBUAH: ['phone'],
  LATAMEX: ['name', 'email'],
  MERCURYO: ['email'],
  GROW: ['email'],
  LEOBANK: ['phone'],
  PAYSOFT: [],
  CWD: ['account'],
};

export type MethodForm = 'bank' | 'network' | 'memo' | 'provider';

/** Which form the method with this key has; undefined for an unknown one. Other networks are named by their own keys. */
export function formOfKey(key: string, type: 'crypto' | 'bank' | 'provider'): MethodForm | undefined {
  if (type === 'crypto') return ['CRYPTOMEMO', 'XRP', 'EOS'].includes(key) ? 'memo' : 'network';
  if (type === 'bank') return key === 'INR' ? 'bank' : undefined;
  return Object.hasOwn(providerForms, key) ? 'provider' : undefined;
}
