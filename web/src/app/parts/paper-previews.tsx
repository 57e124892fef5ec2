import type { PrintPaper } from '@dentin/contract/core/print-papers'
import type { ComponentType } from 'react'
import type { RecentPaper } from '../../features/print-template/index.ts'
import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

const waiting = () => <SkeletonRows rows={12} />
const billing = () => import('../../features/billing/index.ts')
const card = () => import('../../features/card/index.ts')
const instalment = () => import('../../features/instalment/index.ts')
const prepay = () => import('../../features/prepay/index.ts')
const Receipt = deferred(async () => (await billing()).ReceiptSheet, waiting)
const FeeList = deferred(async () => (await billing()).FeeListSheet, waiting)
const Refund = deferred(async () => (await import('../../features/refund/index.ts')).SlipSheet, waiting)
const Agreement = deferred(async () => (await instalment()).AgreementSheet, waiting)
const Letter = deferred(async () => (await instalment()).LetterSheet, waiting)
const PrepayReceipt = deferred(async () => (await prepay()).PrepayReceipt, waiting)
const PrepayReturn = deferred(async () => (await prepay()).PrepayReturnSlip, waiting)
const CardReceipt = deferred(async () => (await card()).CardReceipt, waiting)
const CardRefund = deferred(async () => (await card()).CardRefundSlip, waiting)
const CardStatement = deferred(async () => (await card()).StatementSheet, waiting)
const Shift = deferred(async () => (await import('../../features/shift/index.ts')).ShiftSheet, waiting)
const Unit = deferred(async () => (await import('../../features/unit-account/index.ts')).StatementSheet, waiting)
const Commission = deferred(async () => (await import('../../features/commission/index.ts')).SlipSheet, waiting)

type Looks = ComponentType<{ paper: RecentPaper }>
const nothing = () => {}

/** How a paper of each kind is drawn to be looked at, by what it is asked for. */
const looks: Readonly<Record<PrintPaper, Looks>> = {
  receipt: ({ paper }) => <Receipt id={paper.id} auto={false} invoice={null} />,
  feeList: ({ paper }) => (
    <FeeList of={{ patientId: paper.patientId ?? '', billId: paper.id }} auto={false} onDays={nothing} />
  ),
  refundSlip: ({ paper }) => <Refund id={paper.id} auto={false} />,
  agreement: ({ paper }) => <Agreement id={paper.id} auto={false} />,
  letter: ({ paper }) => <Letter patientId={paper.patientId ?? ''} auto={false} />,
  prepayReceipt: ({ paper }) => <PrepayReceipt id={paper.id} auto={false} invoice={null} />,
  prepayReturn: ({ paper }) => <PrepayReturn id={paper.id} auto={false} />,
  cardReceipt: ({ paper }) => <CardReceipt id={paper.id} auto={false} invoice={null} />,
  cardRefund: ({ paper }) => <CardRefund id={paper.id} auto={false} />,
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
  shift: ({ paper }) => <Shift id={paper.id} auto={false} />,
  unitStatement: ({ paper }) => <Unit unitId={paper.id} month={paper.at.slice(0, 7)} auto={false} />,
  commissionSlip: ({ paper }) => <Commission id={paper.id} auto={false} />,
}

/** A paper there is, as it looks. */
export function PaperLook({ kind, paper }: { kind: PrintPaper; paper: RecentPaper }) {
  const Look = looks[kind]
  return <Look key={`${kind} ${paper.id}`} paper={paper} />
}
