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
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approveCase, askAgain, rejectCase } from '../../../api/kyc-cases.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from './kyc.module.css';

interface Props {
  kycCase: KycCaseDetail;
  onClose: () => void;
  onDecided: () => void;
}

export function ApproveDialog({ kycCase: { id, revision, email, country }, onClose, onDecided }: Props) {
  const { t } = useTranslation('ops-kyc');
  return (
    <DecisionDialog
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
  const [code, setCode] = useState<KycReason>('data_mismatch');
  return (
    <DecisionDialog
      title={t('rejectTitle', { email })}
      confirmLabel={t('rejectVerb')}
      tone="danger"
      reasons={[kycReasons[code]]}
      doneText={t('rejected', { email })}
      submit={(reason) => rejectCase({ id, revision, code, reason })}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t('rejectBody')}</p>
      <ReasonOfList code={code} onChange={setCode} />
    </DecisionDialog>
  );
}

export function AskAgainDialog({ kycCase, onClose, onDecided }: Props) {
  const { t } = useTranslation('ops-kyc');
  const { id, revision, email, files } = kycCase;
  const [code, setCode] = useState<KycReason>('unreadable');
  const [again, setAgain] = useState<ResubmitPart[]>([]);
  const [approved, setApproved] = useState<CasePart[]>(kycCase.approved_parts);
  const parts: ResubmitPart[] = ['info', ...files.map(({ field }) => field)];
  const isAgain = (part: CasePart) => again.some((one) => partOf(one) === part);
  return (
    <DecisionDialog
      title={t('partiallyTitle', { email })}
      confirmLabel={t('partiallyVerb')}
      reasons={[kycReasons[code]]}
      doneText={t('asked', { email })}
      submit={(reason) =>
        askAgain({ id, revision, code, resubmit: again, approved: approved.filter((part) => !isAgain(part)), reason })
      }
      onDecided={onDecided}
      onClose={onClose}
    >
      <Checkbox.Group label={t('parts')} value={again} onChange={(next) => setAgain(next as ResubmitPart[])}>
        <div className={styles.group}>
          {parts.map((part) => (
            <Checkbox key={part} value={part} label={t(`field.${part}`)} />
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
      <ReasonOfList code={code} onChange={setCode} />
    </DecisionDialog>
  );
}

function ReasonOfList({ code, onChange }: { code: KycReason; onChange: (code: KycReason) => void }) {
  const { t } = useTranslation('ops-kyc');
  return (
    <NativeSelect
      mt={16}
      label={t('code')}
      value={code}
      data={kycReasonNames.map((value) => ({ value, label: kycReasons[value] }))}
      onChange={(event) => onChange(event.currentTarget.value as KycReason)}
    />
  );
}
