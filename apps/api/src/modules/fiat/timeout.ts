/** For one answer of a provider. */
const providerTimeoutMs = 10_000;

/** @throws Error when the provider has not answered in time: nobody knows then what it has done */
export function withTimeout<Value>(answer: Promise<Value>, timeoutMs = providerTimeoutMs): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the payment provider has not answered in time')), timeoutMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
