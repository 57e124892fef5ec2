import type { PrintPaper } from '@dentin/contract/core/print-papers'
import type { ComponentType } from 'react'
import type { RecentPaper } from '../../features/print-template/index.ts'
import { FeeListSheet, ReceiptSheet } from '../../features/billing/index.ts'
import { CardReceipt, CardRefundSlip, StatementSheet as CardStatement } from '../../features/card/index.ts'
import { SlipSheet as CommissionSlip } from '../../features/commission/index.ts'
import { AgreementSheet, LetterSheet } from '../../features/instalment/index.ts'
import { PrepayReceipt, PrepayReturnSlip } from '../../features/prepay/index.ts'
import { SlipSheet as RefundSlip } from '../../features/refund/index.ts'
import { ShiftSheet } from '../../features/shift/index.ts'
import { StatementSheet as UnitStatement } from '../../features/unit-account/index.ts'

type Looks = ComponentType<{ paper: RecentPaper }>
const nothing = () => {}

/** How a paper of each kind is drawn to be looked at, by what it is asked for. */
const looks: Readonly<Record<PrintPaper, Looks>> = {
  receipt: ({ paper }) => <ReceiptSheet id={paper.id} auto={false} invoice={null} />,
  feeList: ({ paper }) => (
    <FeeListSheet of={{ patientId: paper.patientId ?? '', billId: paper.id }} auto={false} onDays={nothing} />
  ),
  refundSlip: ({ paper }) => <RefundSlip id={paper.id} auto={false} />,
  agreement: ({ paper }) => <AgreementSheet id={paper.id} auto={false} />,
  letter: ({ paper }) => <LetterSheet patientId={paper.patientId ?? ''} auto={false} />,
  prepayReceipt: ({ paper }) => <PrepayReceipt id={paper.id} auto={false} invoice={null} />,
  prepayReturn: ({ paper }) => <PrepayReturnSlip id={paper.id} auto={false} />,
  cardReceipt: ({ paper }) => <CardReceipt id={paper.id} auto={false} invoice={null} />,
  cardRefund: ({ paper }) => <CardRefundSlip id={paper.id} auto={false} />,
  // The month of its last movement.
  cardStatement: ({ paper }) => (
    <CardStatement
      id={paper.id}
      from={`${paper.at.slice(0, 7)}-01`}
      to={paper.at.slice(0, 10)}
      auto={false}
      onDays={nothing}
    />
  ),
  shift: ({ paper }) => <ShiftSheet id={paper.id} auto={false} />,
  unitStatement: ({ paper }) => <UnitStatement unitId={paper.id} month={paper.at.slice(0, 7)} auto={false} />,
  commissionSlip: ({ paper }) => <CommissionSlip id={paper.id} auto={false} />,
}

/** A paper there is, as it looks. */
export function PaperLook({ kind, paper }: { kind: PrintPaper; paper: RecentPaper }) {
  const Look = looks[kind]
  return <Look key={`${kind} ${paper.id}`} paper={paper} />
}
