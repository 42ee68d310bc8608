/** The screens of the console, in the order of its rail. A domain adds its own here. */
import type { Permission } from '@pelican/shared/contracts/operations';
import type { ComponentType } from 'react';

export interface OpsScreen {
  /** Below /ops; screens with more than one view have routes of their own behind it. */
  path: string;
  /** Of those who see it; every operator without one. */
  permission?: Permission;
  /** Queues whose counts and ages are shown next to its name. */
  queues?: readonly string[];
  /** Its name is the message `screens.<path>` of the console. The module exports the screen as `Component`. */
  load: () => Promise<{ Component: ComponentType }>;
}

export const opsScreens: readonly OpsScreen[] = [
  { path: 'approvals', queues: ['approvals'], load: () => import('./approvals/approvals-page.tsx') },
  {
    path: 'tickets',
    permission: 'support',
    queues: ['tickets'],
    load: () => import('./tickets/tickets-screen.tsx'),
  },
  { path: 'forms', permission: 'support', queues: ['forms'], load: () => import('./forms/forms-screen.tsx') },
  { path: 'content', permission: 'support', load: () => import('./content/content-screen.tsx') },
  { path: 'site', permission: 'content', load: () => import('./site/site-screen.tsx') },
  { path: 'texts', permission: 'content', load: () => import('./texts/texts-screen.tsx') },
  { path: 'markets', permission: 'listings', load: () => import('./markets/markets-screen.tsx') },
  { path: 'instruments', permission: 'listings', load: () => import('./instruments/instruments-screen.tsx') },
  { path: 'system', load: () => import('./system/system-page.tsx') },
  { path: 'chat', permission: 'support', load: () => import('./chat/chat-screen.tsx') },
  { path: 'kyc', permission: 'kyc', queues: ['kyc'], load: () => import('./kyc/kyc-screen.tsx') },
  {
    path: 'inr-banks',
    permission: 'money',
    queues: ['inr_banks'],
    load: () => import('./inr/banks/inr-banks-screen.tsx'),
  },
  {
    path: 'inr-deposits',
    permission: 'money',
    queues: ['inr_deposits'],
    load: () => import('./inr/deposits/inr-deposits-screen.tsx'),
  },
  {
    path: 'inr-payouts',
    permission: 'money',
    queues: ['inr_payouts'],
    load: () => import('./inr/payouts/inr-payouts-screen.tsx'),
  },
  {
    path: 'provider-deposits',
    permission: 'money',
    queues: ['provider_deposits'],
    load: () => import('./provider-deposits/provider-deposits-screen.tsx'),
  },
  {
    path: 'withdrawals',
    permission: 'money',
    queues: ['withdrawals'],
    load: () => import('./withdrawals/withdrawals-screen.tsx'),
  },
  { path: 'payments', permission: 'money', load: () => import('./payments/payments-screen.tsx') },
  { path: 'networks', permission: 'money', load: () => import('./networks/networks-screen.tsx') },
  {
    path: 'deposits',
    permission: 'money',
    queues: ['frozen_deposits'],
    load: () => import('./deposits/deposits-screen.tsx'),
  },
  {
    path: 'unclaimed',
    permission: 'money',
    queues: ['unclaimed_transfers'],
    load: () => import('./unclaimed/unclaimed-screen.tsx'),
  },
  { path: 'ledger', permission: 'money', load: () => import('./ledger/ledger-screen.tsx') },
  { path: 'invoices', permission: 'money', load: () => import('./invoices/invoices-screen.tsx') },
  { path: 'reserves', permission: 'money', load: () => import('./reserves/reserves-screen.tsx') },
  {
    path: 'loan-disputes',
    permission: 'money',
    queues: ['loan_disputes'],
    load: () => import('./loans/disputes-screen.tsx'),
  },
  { path: 'loans', permission: 'money', load: () => import('./loans/loans-screen.tsx') },
  {
    path: 'loan-risk',
    permission: 'money',
    queues: ['loan_sales'],
    load: () => import('./loans/risk-screen.tsx'),
  },
  { path: 'loan-terms', permission: 'money', load: () => import('./loans/terms-screen.tsx') },
  {
    path: 'recoveries',
    permission: 'accounts',
    queues: ['factor_recoveries'],
    load: () => import('./recoveries/recoveries-page.tsx'),
  },
  { path: 'users', permission: 'users', load: () => import('./users/users-page.tsx') },
  { path: 'operators', permission: 'operators', load: () => import('./staff/operators-page.tsx') },
  { path: 'jobs', permission: 'system', queues: ['jobs'], load: () => import('./upkeep/jobs-page.tsx') },
  { path: 'messages', permission: 'system', queues: ['messages'], load: () => import('./upkeep/messages-page.tsx') },
  { path: 'records', permission: 'records', load: () => import('./records/records-page.tsx') },
];
