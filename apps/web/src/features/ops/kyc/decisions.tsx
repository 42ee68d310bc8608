import { Checkbox, NativeSelect } from '@mantine/core';
import {
  type CasePart,
  caseParts,
  type KycCaseDetail,
  type KycReason,
  kycReasonNames,
  kycReasons,
  partOf,
  type ResubmitPart,
} from '@pelican/shared/contracts/kyc';
import type { Submission } from '@pelican/shared/contracts/operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approveCase, askAgain, rejectCase } from '../../../api/kyc-cases.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from './kyc.module.css';

interface Props {
  kycCase: KycCaseDetail;
  onClose: () => void;
  onDecided: (answer: Submission) => void;
}

export function ApproveDialog({ kycCase: { id, revision, email, country, risks }, onClose, onDecided }: Props) {
  const { t } = useTranslation('ops-kyc');
  return (
    <DecisionDialog
      takesTwo={risks.length > 0 ? 'always' : undefined}
      title={t('approveTitle', { email })}
      confirmLabel={t('approveVerb')}
      reasons={[t('looked')]}
      doneText={t('approved', { email })}
      submit={(reason) => approveCase({ id, revision, reason })}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t('approveBody', { country: country ?? '–' })}</p>
    </DecisionDialog>
  );
}

export function RejectDialog({ kycCase: { id, revision, email }, onClose, onDecided }: Props) {
  const { t } = useTranslation('ops-kyc');
  const { code, isMissing, choose, isChosen } = useCode();
  return (
    <DecisionDialog
      title={t('rejectTitle', { email })}
      confirmLabel={t('rejectVerb')}
      tone="danger"
      reasonIs="optional"
      isComplete={isChosen}
      doneText={t('rejected', { email })}
      submit={(reason) => rejectCase({ id, revision, code: code as KycReason, reason })}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t('rejectBody')}</p>
      <ReasonOfList code={code} isMissing={isMissing} onChange={choose} isFirst />
    </DecisionDialog>
  );
}

export function AskAgainDialog({ kycCase, onClose, onDecided }: Props) {
  const { t } = useTranslation('ops-kyc');
  const { id, revision, email, files } = kycCase;
  const { code, isMissing, choose, isChosen } = useCode();
  const [again, setAgain] = useState<ResubmitPart[]>([]);
  const [isAgainMissing, setAgainMissing] = useState(false);
  const [approved, setApproved] = useState<CasePart[]>(kycCase.approved_parts);
  const parts: ResubmitPart[] = ['info', ...files.map(({ field }) => field)];
  const isAgain = (part: CasePart) => again.some((one) => partOf(one) === part);
  return (
    <DecisionDialog
      title={t('partiallyTitle', { email })}
      confirmLabel={t('partiallyVerb')}
      reasonIs="optional"
      isComplete={() => {
        setAgainMissing(again.length === 0);
        return isChosen() && again.length > 0;
      }}
      doneText={t('asked', { email })}
      submit={(reason) =>
        askAgain({
          id,
          revision,
          code: code as KycReason,
          resubmit: again,
          approved: approved.filter((part) => !isAgain(part)),
          reason,
        })
      }
      onDecided={onDecided}
      onClose={onClose}
    >
      <Checkbox.Group
        label={t('parts')}
        value={again}
        error={isAgainMissing && again.length === 0 ? t('partsMissing') : undefined}
        onChange={(next) => setAgain(next as ResubmitPart[])}
      >
        <div className={styles.group}>
          {parts.map((part, at) => (
            <Checkbox key={part} data-autofocus={at === 0 || undefined} value={part} label={t(`field.${part}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group
        mt={16}
        label={t('accepted')}
        value={approved}
        onChange={(next) => setApproved(next as CasePart[])}
      >
        <div className={styles.group}>
          {caseParts.map((part) => (
            <Checkbox key={part} value={part} disabled={isAgain(part)} label={t(`part.${part}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <ReasonOfList code={code} isMissing={isMissing} onChange={choose} />
    </DecisionDialog>
  );
}

/** The reason that the person reads. None is chosen beforehand: in a hurry it would be the wrong one. */
function useCode() {
  const [code, choose] = useState<KycReason | ''>('');
  const [wasTried, setTried] = useState(false);
  const isChosen = () => {
    setTried(true);
    return code !== '';
  };
  return { code, choose, isChosen, isMissing: wasTried && code === '' };
}

interface ReasonOfListProps {
  code: KycReason | '';
  isMissing: boolean;
  onChange: (code: KycReason) => void;
  /** The dialog begins here. */
  isFirst?: boolean;
}

function ReasonOfList({ code, isMissing, onChange, isFirst = false }: ReasonOfListProps) {
  const { t } = useTranslation('ops-kyc');
  return (
    <NativeSelect
      mt={16}
      data-autofocus={isFirst || undefined}
      label={t('code')}
      required
      value={code}
      error={isMissing ? t('codeMissing') : undefined}
      data={[
        { value: '', label: t('chooseCode'), disabled: true },
        ...kycReasonNames.map((value) => ({ value, label: kycReasons[value] })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value as KycReason)}
    />
  );
}
