import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isOutcomeUnknown, messagesOf } from '../../api/api-error.ts';
import { marketsQuery } from '../../api/markets.ts';
import { instrumentsQuery } from '../../api/perpetual.ts';
import { balancesQuery } from '../../api/wallet.ts';
import type { WalletName } from '../../platform/hash-dialogs.ts';
import { addMessages } from '../../platform/i18n.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatUpTo, groupingOf } from '../../ui/format.ts';
import { IconArrowsExchange, IconExclamationCircle } from '../../ui/icons.ts';
import { MaxButton } from '../../ui/max-button.tsx';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import english from './locales/en.json';
import {
  amountProblem,
  availableIn,
  isHeld,
  possibleWay,
  type Way,
  walletsOf,
  wayInto,
  withEnd,
} from './transfer-rules.ts';
import { useTransfer } from './use-transfer.ts';
import styles from './wallet.module.css';

addMessages('wallet', english);
const decimalsMax = 8;

/** A transfer that changes the futures wallet. */
export interface FuturesMovement {
  ticker: string;
  amount: string;
  isOut: boolean;
}

interface TransferDialogProps {
  /** Asset to begin with; "" for the first one. */
  ticker: string;
  /** The wallet that shall receive; null for the usual way. */
  to: WalletName | null;
  /** Says what a transfer out of the futures wallet, or into it, does to the positions. */
  FuturesEffect: ComponentType<FuturesMovement>;
  onClose: () => void;
}

/** Moves money between main, trade and futures. */
export function TransferDialog({ ticker: wanted, to: wantedTo, FuturesEffect, onClose }: TransferDialogProps) {
  const { t } = useTranslation('wallet');
  const { data: balances } = useQuery(balancesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const { data: instruments } = useQuery(instrumentsQuery);
  const futuresTickers = [...new Set(instruments?.list.map((instrument) => instrument.money))];
  const tickers = balances?.list.map((balance) => balance.ticker) ?? [];
  const [chosen, setChosen] = useState(wanted);
  const ticker = chosen || tickers[0] || '';
  const [wantedWay, setWay] = useState<Way>(() => wayInto(wantedTo));
  const [amount, setAmount] = useState('');
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { send, sending, error, clear } = useTransfer();

  const wallets = walletsOf(ticker, futuresTickers);
  const way = possibleWay(wantedWay, wallets);
  const { from, to } = way;
  const balance = balances?.byTicker.get(ticker);
  const available = availableIn(balance, from);
  const decimals = markets?.currencies[ticker]?.precision ?? decimalsMax;
  const problem = amountProblem(amount, balance, from);
  const edit = (change: () => void) => {
    change();
    clear();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (problem) return field.current?.focus();
    const values = {
      amount: formatUpTo(wireDecimal(amount), decimals, groupingOf(ticker)),
      ticker,
      from: t(from).toLowerCase(),
      to: t(to).toLowerCase(),
    };
    const done = await send({ ticker, amount: wireDecimal(amount), from, to }, ({ status }) =>
      notify.success(t(status === 'pending' ? 'transfer.pending' : 'transfer.done', values)),
    );
    if (done) onClose();
  };
  const serverField = error instanceof ApiError ? error.fields.amount?.join(' ') : undefined;
  return (
    <Dialog title={t('transfer.title')} onClose={onClose}>
      <form className={styles.transfer} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.way}>
          <WalletSelect
            label={t('transfer.from')}
            wallets={wallets}
            value={from}
            onChange={(wallet) => edit(() => setWay(withEnd(way, 'from', wallet)))}
          />
          <Tooltip label={t('transfer.swap')}>
            <ActionIcon
              size={44}
              aria-label={t('transfer.swap')}
              onClick={() => edit(() => setWay({ from: to, to: from }))}
            >
              <IconArrowsExchange size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <WalletSelect
            label={t('transfer.to')}
            wallets={wallets}
            value={to}
            onChange={(wallet) => edit(() => setWay(withEnd(way, 'to', wallet)))}
          />
        </div>
        <NativeSelect
          label={t('transfer.asset')}
          size="md"
          data={tickers}
          value={ticker}
          onChange={(event) => {
            const next = event.currentTarget.value;
            edit(() => setChosen(next));
          }}
        />
        <DecimalInput
          ref={field}
          data-autofocus
          label={t('transfer.amount')}
          size="md"
          decimals={decimals}
          value={amount}
          onChange={(next) => edit(() => setAmount(next))}
          error={
            problem && (checked || problem !== 'missing')
              ? t(`transfer.problem.${problem}`, { ticker, most: formatUpTo(available, decimals, groupingOf(ticker)) })
              : serverField
          }
          rightSectionWidth={64}
          rightSection={
            <MaxButton onClick={() => edit(() => setAmount(available))}>
              {t('transfer.max')}
            </MaxButton>
          }
        />
        <p className={styles.available}>
          <span>{t('transfer.available')}</span>
          <Amount value={balances ? available : null} ticker={ticker} withTicker />
        </p>
        {balance && isHeld(balance, from) && <p className={styles.held}>{t(`transfer.held.${from}`)}</p>}
        {(from === 'futures' || to === 'futures') && !problem && (
          <FuturesEffect ticker={ticker} amount={wireDecimal(amount)} isOut={from === 'futures'} />
        )}
        {error !== null && !serverField && (
          <p role="alert" className={styles.alert}>
            <IconExclamationCircle size={20} aria-hidden />
            {messagesOf(error).join(' ')}
            {isOutcomeUnknown(error) && ` ${t('transfer.outcomeUnknown')}`}
          </p>
        )}
        <Button type="submit" size="md" fullWidth loading={sending}>
          {t('transfer.submit')}
        </Button>
      </form>
    </Dialog>
  );
}

interface WalletSelectProps {
  label: string;
  wallets: readonly WalletName[];
  value: WalletName;
  onChange: (wallet: WalletName) => void;
}

function WalletSelect({ label, wallets, value, onChange }: WalletSelectProps) {
  const { t } = useTranslation('wallet');
  return (
    <NativeSelect
      label={label}
      size="md"
      data={wallets.map((wallet) => ({ value: wallet, label: t(wallet) }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as WalletName)}
    />
  );
}
