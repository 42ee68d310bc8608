import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../../api/markets.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { transferHash, type WalletName } from '../../../platform/hash-dialogs.ts';
import { addMessages } from '../../../platform/i18n.ts';
import type { Shortage } from '../../../platform/order-dialogs.ts';
import { depositPath, exchangePath, tradePath } from '../../../platform/paths.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { pairText } from '../../../ui/pair.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { availableIn } from '../transfer-rules.ts';
import english from './locales/en.json';
import styles from './shortage-dialog.module.css';

addMessages('wallet-shortage', english);

const wallets: readonly WalletName[] = ['main', 'trade', 'futures'];

interface ShortageDialogProps {
  shortage: Shortage;
  onClose: () => void;
}

/** A wallet has too little of an asset for an order: how much is missing, where more of it lies, and the ways to get it. */
export function ShortageDialog({ shortage: { ticker, wallet, missing }, onClose }: ShortageDialogProps) {
  const { t } = useTranslation('wallet-shortage');
  const { data, error, refetch } = useQuery(balancesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const balance = data?.byTicker.get(ticker);
  const amount = formatUpTo(missing, 8, groupingOf(ticker));
  const others = wallets.filter((name) => name !== wallet && !isZeroDecimal(availableIn(balance, name)));
  const isDepositable = balance?.is_depositable ?? true;
  const market = markets?.list.find(({ stock, status }) => stock === ticker && status === 'open');
  // What a swap gives is in the trade wallet.
  const isSwappable =
    wallet === 'trade' &&
    (markets?.list.some(({ stock, money, status }) => [stock, money].includes(ticker) && status === 'open') ?? false);
  const missingText =
    missing === '' ? t('tooLittle', { ticker, wallet: t(`wallet.${wallet}`) }) : t('missing', { amount, ticker });
  return (
    <Dialog title={t('title', { ticker })} onClose={onClose}>
      <div className={styles.body}>
        <p>{missingText}</p>
        {error && !data ? (
          <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Facts
            facts={wallets.map((name) => ({
              label: t(`available.${name}`),
              value: data ? (
                <Amount value={availableIn(balance, name)} ticker={ticker} withTicker />
              ) : (
                <Skeleton width={72} />
              ),
            }))}
          />
        )}
        <p className="muted">{t(others.length > 0 ? 'transferable' : 'nothingElsewhere', { ticker })}</p>
        <div className={styles.ways}>
          {others.length > 0 && (
            <Button component={Link} to={{ hash: transferHash(ticker, wallet) }} replace size="md" data-autofocus>
              {t('transfer')}
            </Button>
          )}
          {isDepositable && (
            <Button
              component={Link}
              to={depositPath(ticker)}
              size="md"
              variant={others.length > 0 ? 'default' : 'filled'}
            >
              {t('deposit', { ticker })}
            </Button>
          )}
          {isSwappable && (
            <Button component={Link} to={`${exchangePath}?to=${ticker}`} size="md" variant="default">
              {t('swap', { ticker })}
            </Button>
          )}
          {market && (
            <Button component={Link} to={tradePath(market.name)} size="md" variant="default">
              {t('buy', { ticker, pair: pairText(market.name) })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
