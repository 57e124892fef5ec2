import type { PrintPaper } from '@dentin/contract/core/print-papers'
import type { ComponentType } from 'react'
import type { RecentPaper } from '../../features/print-template/index.ts'
import { SlipSheet } from '../../features/commission/deferred.ts'
import { FeeListLook, ReceiptLook } from '../../features/billing/deferred.ts'
import { CardReceiptLook, CardRefundLook, CardStatementLook } from '../../features/card/deferred.ts'
import { AgreementLook, LetterLook } from '../../features/instalment/deferred.ts'
import { PrepayReceiptLook, PrepayReturnLook } from '../../features/prepay/deferred.ts'
import { SlipSheet as RefundSheet } from '../../features/refund/deferred.ts'
import { ShiftLook } from '../../features/shift/deferred.ts'
import { UnitLook } from '../../features/unit-account/deferred.ts'

type Looks = ComponentType<{ paper: RecentPaper }>
const nothing = () => {}

/** How a paper of each kind is drawn to be looked at, by what it is asked for. */
const looks: Readonly<Record<PrintPaper, Looks>> = {
  receipt: ({ paper }) => <ReceiptLook id={paper.id} auto={false} invoice={null} />,
  feeList: ({ paper }) => (
    <FeeListLook of={{ patientId: paper.patientId ?? '', billId: paper.id }} auto={false} onDays={nothing} />
  ),
  refundSlip: ({ paper }) => <RefundSheet id={paper.id} auto={false} />,
  agreement: ({ paper }) => <AgreementLook id={paper.id} auto={false} />,
  letter: ({ paper }) => <LetterLook patientId={paper.patientId ?? ''} auto={false} />,
  prepayReceipt: ({ paper }) => <PrepayReceiptLook id={paper.id} auto={false} invoice={null} />,
  prepayReturn: ({ paper }) => <PrepayReturnLook id={paper.id} auto={false} />,
  cardReceipt: ({ paper }) => <CardReceiptLook id={paper.id} auto={false} invoice={null} />,
  cardRefund: ({ paper }) => <CardRefundLook id={paper.id} auto={false} />,
  // The month of its last movement.
  cardStatement: ({ paper }) => (
    <CardStatementLook
      id={paper.id}
      from={`${paper.at.slice(0, 7)}-01`}
      to={paper.at.slice(0, 10)}
      auto={false}
      onDays={nothing}
    />
  ),
  shift: ({ paper }) => <ShiftLook id={paper.id} auto={false} />,
  unitStatement: ({ paper }) => <UnitLook unitId={paper.id} month={paper.at.slice(0, 7)} auto={false} />,
  commissionSlip: ({ paper }) => <SlipSheet id={paper.id} auto={false} />,
}

/** A paper there is, as it looks. */
export function PaperLook({ kind, paper }: { kind: PrintPaper; paper: RecentPaper }) {
  const Look = looks[kind]
  return <Look key={`${kind} ${paper.id}`} paper={paper} />
}
