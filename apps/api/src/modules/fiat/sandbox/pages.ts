/** The pages of the sandbox provider. */
import { escapeHtml } from '../../../platform/http/index.ts';
import type { SandboxPayout } from './payouts.ts';
import type { SandboxPayment, SignedPayment } from './signed-payment.ts';

export function payPage({ ticker, amount, methodName, reference }: SandboxPayment, signed: SignedPayment): string {
  const hidden = (Object.entries(signed) as [string, string][])
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  return page(
    'Sandbox payment provider',
    `<p>No money moves here: this page stands for the pages of a payment provider.</p>
<dl><dt>Method</dt><dd>${escapeHtml(methodName)}</dd><dt>Amount</dt><dd>${escapeHtml(amount)} ${escapeHtml(ticker)}</dd>
<dt>Payment</dt><dd>${escapeHtml(reference)}</dd></dl>
<form method="post" action="/sandbox/pay/decide">${hidden}
<button name="outcome" value="paid">Approve the payment</button>
<button name="outcome" value="declined">Decline</button>
<button name="outcome" value="canceled">Back to the exchange</button></form>`,
  );
}

/** @param payouts with the signature of each */
export function payoutsPage(payouts: readonly (SandboxPayout & { signature: string })[]): string {
  const form = ({
    reference,
    signature,
    methodName,
    amount,
    ticker,
    receiver,
  }: SandboxPayout & { signature: string }) =>
    `<form method="post" action="/sandbox/payouts/decide"><dl><dt>Method</dt><dd>${escapeHtml(methodName)}</dd>
<dt>Amount</dt><dd>${escapeHtml(amount)} ${escapeHtml(ticker)}</dd><dt>To</dt><dd>${escapeHtml(receiver)}</dd></dl>
<input type="hidden" name="reference" value="${escapeHtml(reference)}"><input type="hidden" name="signature" value="${signature}">
<button name="outcome" value="paid">Pay it</button><button name="outcome" value="declined">Decline</button></form>`;
  return page(
    'Payouts of the sandbox provider',
    `<p>No money moves here: this page stands for what a payment provider pays.</p>
${payouts.length === 0 ? '<p>No payout waits.</p>' : payouts.map(form).join('<hr>')}`,
  );
}

export function refusalPage(text: string): string {
  return page('The payment cannot be made', `<p>${escapeHtml(text)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}
body{font:16px system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem}
dt{opacity:.7}dd{margin:0 0 .75rem;overflow-wrap:anywhere}
form{display:grid;gap:.75rem}button{font:inherit;min-height:44px}
</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
}
