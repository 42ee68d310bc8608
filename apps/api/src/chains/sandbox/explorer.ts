/** Pages that show what is on the sandbox chain. Links are relative to /sandbox of the exchange, which hands the pages on. */
import { escapeHtml } from '../../platform/http/index.ts';
import type { SandboxNode } from './node.ts';
import { senderOf, transactionHash } from './transaction.ts';

const blocksShown = 50;

export function overviewPage(node: SandboxNode): string {
  const rows = node
    .recentBlocks(blocksShown)
    .flatMap(({ height, transactions }) =>
      transactions.map((one) =>
        row([wholeNumber(height), linkTo('transactions', transactionHash(one)), linkTo('addresses', one.to)]),
      ),
    );
  const table =
    rows.length > 0 ? tableOf(['Block', 'Transaction', 'Receiver'], rows) : '<p>There are no transactions yet.</p>';
  return page('Sandbox network', `<p>The newest block is ${node.head.height}.</p>${table}`);
}

/** Undefined for a transaction that the chain does not know. */
export function transactionPage(node: SandboxNode, hash: string): string | undefined {
  const found = node.find(hash);
  if (!found) return undefined;
  const { transaction, block } = found;
  const sender = senderOf(transaction);
  const confirmations = block ? node.head.height - block.height + 1 : 0;
  return page(
    'Transaction',
    tableOf(
      ['Field', 'Value'],
      [
        row(['Hash', escapeHtml(hash)]),
        row(['Block', block ? String(block.height) : 'waits for a block']),
        row(['Confirmations', String(confirmations)]),
        row(['Sender', sender ? linkTo('addresses', sender) : 'new test coins']),
        row(['Receiver', linkTo('addresses', transaction.to)]),
        row(['Memo', escapeHtml(transaction.memo)]),
        row(['Coin', escapeHtml(transaction.contract || 'the coin of the network')]),
        row(['Units', escapeHtml(transaction.units)]),
      ],
    ),
  );
}

export function accountPage(node: SandboxNode, address: string): string {
  const rows = node
    .holdings(address)
    .map(([contract, units]) => row([escapeHtml(contract || 'the coin of the network'), String(units)]));
  const table = rows.length > 0 ? tableOf(['Coin', 'Units'], rows) : '<p>The address has no coins.</p>';
  return page('Address', `<p>${escapeHtml(address)}</p>${table}`);
}

/** In one line, however narrow its column. */
const wholeNumber = (value: number) => `<span class="whole">${value}</span>`;
const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

function tableOf(headings: string[], rows: string[]): string {
  return `<table><thead><tr>${headings.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function linkTo(kind: 'transactions' | 'addresses', value: string): string {
  return `<a href="/sandbox/${kind}/${encodeURIComponent(value)}">${escapeHtml(value)}</a>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}
body{font:15px system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}
td,th{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top}
td{overflow-wrap:anywhere}
th,.whole{white-space:nowrap;overflow-wrap:normal}
</style></head><body><nav><a href="/sandbox">Sandbox network</a></nav><h1>${title}</h1>${body}</body></html>`;
}
