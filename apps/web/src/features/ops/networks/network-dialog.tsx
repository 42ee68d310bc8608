import {
  addedNetworkKinds,
  addressTypes,
  bitcoinChains,
  type NetworkDetail,
  type NetworkValues,
  networkKeyProblem,
  networkProblems,
} from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { paymentNetworksQuery } from '../../../api/payments-desk.ts';
import { ChangeFiguresDialog } from '../parts/change-figures-dialog.tsx';
import styles from '../parts/decision-dialog.module.css';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { useValueForm } from '../parts/use-value-form.ts';
import { type ValueField, ValueFields } from '../parts/value-fields.tsx';

type Typed = Readonly<Record<string, string>>;
type Kind = NetworkValues['kind'];

const numberOf = (text = '') => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** What is usual on a chain, until something else is typed: blocks of Ethereum, Bitcoin and Litecoin. */
function usualOf(kind: Kind, chainName: string): { confirmations: string; blockSeconds: string } {
  if (kind === 'evm') return { confirmations: '12', blockSeconds: '12' };
  return chainName.startsWith('litecoin')
    ? { confirmations: '6', blockSeconds: '150' }
    : { confirmations: '3', blockSeconds: '600' };
}

/** Only what the kind of network has. */
function valuesOf(typed: Typed, kind: Kind): NetworkValues {
  const isBitcoin = kind === 'bitcoin';
  return {
    kind,
    name: (typed.name ?? '').trim(),
    chainId: kind === 'evm' ? numberOf(typed.chainId) : null,
    chainName: isBitcoin ? (typed.chainName ?? '') : null,
    addressType: isBitcoin ? (typed.addressType ?? '') : null,
    confirmations: numberOf(typed.confirmations),
    blockSeconds: numberOf(typed.blockSeconds),
    explorerTransaction: (typed.explorerTransaction ?? '').trim(),
    explorerAddress: (typed.explorerAddress ?? '').trim(),
  };
}

/** @param isFixed the chain was read */
function useFields(kind: Kind, isFixed: boolean): ValueField[] {
  const { t } = useTranslation('ops-networks');
  const field = (name: string, more: Partial<ValueField> = {}): ValueField => ({
    name,
    label: t(`field.${name}`),
    ...more,
  });
  const options = (names: readonly string[], labelOf: (name: string) => string = (name) => name) =>
    names.map((value) => ({ value, label: labelOf(value) }));
  const chain = { isDisabled: isFixed };
  return [
    field('name'),
    ...(kind === 'evm'
      ? [field('chainId', { isNumber: true, hint: isFixed ? t('fixed') : t('hint.chainId'), ...chain })]
      : []),
    ...(kind === 'bitcoin'
      ? [
          field('chainName', { options: options(bitcoinChains), hint: isFixed ? t('fixed') : undefined, ...chain }),
          field('addressType', { options: options(addressTypes, (name) => t(`addressType.${name}`)), ...chain }),
        ]
      : []),
    field('blockSeconds', { isNumber: true }),
    field('explorerTransaction', { hint: t('hint.explorerTransaction') }),
    field('explorerAddress', { hint: t('hint.explorerAddress') }),
  ];
}

/** A network that the worker reads once it has a node of it. */
export function AddNetworkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ops-networks');
  const { data } = useQuery(paymentNetworksQuery);
  const form = useValueForm({ kind: 'evm', chainName: 'bitcoin', addressType: 'wpkh' });
  const given: Typed = form.typed;
  const kind = given.kind === 'bitcoin' ? 'bitcoin' : 'evm';
  const typed: Typed = { ...usualOf(kind, given.chainName ?? ''), ...given };
  const currencies = data?.currencies ?? [];
  const native = typed.native ?? '';
  const key = (typed.key ?? '').trim().toUpperCase();
  const values = valuesOf(typed, kind);
  const keyProblem = networkKeyProblem(key);
  const problems = {
    ...networkProblems(values),
    ...(keyProblem === undefined ? {} : { key: keyProblem }),
    ...(native === '' ? { native: t('choose') } : {}),
  };
  const fields: ValueField[] = [
    { name: 'key', label: t('field.key'), hint: t('hint.key') },
    {
      name: 'kind',
      label: t('field.kind'),
      options: addedNetworkKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    {
      name: 'native',
      label: t('field.native'),
      options: [
        { value: '', label: t('choose') },
        ...currencies.map(({ ticker, label }) => ({ value: ticker, label: `${ticker} · ${label}` })),
      ],
    },
    { name: 'confirmations', label: t('field.confirmations'), isNumber: true },
    ...useFields(kind, false),
  ];
  return (
    <DecisionDialog
      title={t('addTitle')}
      confirmLabel={t('add')}
      takesTwo="always"
      isComplete={() => form.check(problems)}
      submit={(reason) =>
        form.keepRefusals(call('POST /v2/ops/payment-networks', { body: { ...values, kind, key, native, reason } }))
      }
      doneText={t('added', { network: key })}
      onClose={onClose}
    >
      <div className={styles.note}>
        <p>{t('addBody')}</p>
        <p className="hint">{t('nodeNote')}</p>
      </div>
      <ValueFields
        fields={fields}
        values={{ ...typed, native }}
        problems={form.shownOf(problems)}
        onChange={form.change}
      />
    </DecisionDialog>
  );
}

/** Names, links and, while it was not read, the chain. */
export function ChangeNetworkDialog({ network, onClose }: { network: NetworkDetail; onClose: () => void }) {
  const { t } = useTranslation('ops-networks');
  const { key, kind, isFixed, confirmations } = network;
  const { name, chainId, chainName, addressType, blockSeconds, explorerTransaction, explorerAddress } = network;
  const fields = useFields(kind, isFixed);
  return (
    <ChangeFiguresDialog
      title={t('changeTitle', { network: key })}
      fields={fields}
      before={{ name, chainId, chainName, addressType, blockSeconds, explorerTransaction, explorerAddress }}
      figuresOf={(typed) => valuesOf(typed, kind)}
      problemsOf={(typed) => networkProblems({ ...valuesOf(typed, kind), confirmations })}
      submit={(body) => call('POST /v2/ops/payment-networks/:key/change', { params: { key }, body })}
      doneText={t('changed', { network: key })}
      onClose={onClose}
    />
  );
}
