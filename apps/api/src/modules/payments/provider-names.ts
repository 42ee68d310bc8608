/** Payment providers that this release has an adapter for: nobody is paid by another name. */
const paymentProviderNames = ['sandbox'] as const;
export type PaymentProviderName = (typeof paymentProviderNames)[number];

/** Said at the field; undefined for a name that has an adapter, and for none at all. */
export function providerNameProblem(provider: string): string | undefined {
  const names: readonly string[] = paymentProviderNames;
  if (provider === '' || names.includes(provider)) return undefined;
  return `There is no payment provider ${provider}: this release has ${names.join(', ')}`;
}
