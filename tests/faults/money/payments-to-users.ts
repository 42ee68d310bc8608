/** Transfer codes and invoices. */
import { ask, between, codeOfMail, factorOf, type Operation, pick, take } from './client.ts';

export const paymentsToUsers: Record<string, Operation> = {
  codeCreate: {
    weight: 3,
    async run(client) {
      const { dice, me, run } = client;
      const wanted = {
        ticker: pick(dice, ['USDT', 'INR']),
        amount: String(between(dice, 1, 9)),
        ...(await factorOf(client)),
      };
      const made = await ask(client, 'POST', '/v2/profile/code/create', wanted);
      if (!made || made.repeated) return;
      me.codes.push(Number(made.id));
      run.openCodes.push(String(made.code));
    },
  },
  codeApply: {
    weight: 2,
    async run(client) {
      const code = take(client.dice, client.run.openCodes);
      if (code !== undefined) await ask(client, 'POST', '/v2/profile/code/apply', { code });
    },
  },
  codeDelete: {
    weight: 1,
    async run(client) {
      const id = take(client.dice, client.me.codes);
      if (id !== undefined) await ask(client, 'POST', '/v2/profile/code/delete', { id });
    },
  },
  invoice: {
    weight: 2,
    async run(client) {
      const wanted = { ticker: 'INR', amount: String(between(client.dice, 100, 900)) };
      const made = await ask(client, 'POST', '/v3/invoices', wanted);
      if (!made) return;
      client.me.invoices.push(String(made.id));
      client.run.openInvoices.push(String(made.id));
    },
  },
  invoicePay: {
    weight: 2,
    async run(client) {
      const id = take(client.dice, client.run.openInvoices);
      if (id === undefined || !(await ask(client, 'POST', `/makeinnerinvoice/${id}`, {}))) return;
      const code = await codeOfMail(client, 'invoice_code');
      if (code === undefined) return;
      const { factor, code: shown } = await factorOf(client);
      await ask(client, 'POST', `/confirminnerinvoice/${id}`, { code, factor, factor_code: shown });
    },
  },
  invoiceCancel: {
    weight: 1,
    async run(client) {
      const id = take(client.dice, client.me.invoices);
      if (id !== undefined) await ask(client, 'DELETE', `/v3/invoices/${id}`);
    },
  },
};
