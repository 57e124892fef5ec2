import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { refundTypes } from '@dentin/contract/refund'
import {
  MoneyPaperView,
  PaperText,
  personOnPaper,
  teethInWords,
  teethOnPaper,
  type PaperColumn,
} from '../../domain/money-paper.tsx'
import { Money, PrintPending } from '../../ui/index.ts'
import { useSlip, wayName, type RefundSlip } from './hooks.ts'

/** The slip of a refund that was paid, for the patient's signature. Opening it counts as a print. */
export function SlipSheet({ id, auto, onBack }: { id: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useSlip(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { refund } = data
  return (
    <MoneyPaperView
      kind="refundSlip"
      fileName={`退费单 ${refund.refundNo}`}
      auto={auto}
      onBack={onBack}
      title="退费单"
      number={refund.refundNo}
      moment={refund.refundedAt?.slice(0, 16)}
      clinic={data.clinic}
      about={[...personOnPaper(refund), `账单 ${refund.billNo}`]}
      table={{ columns, groups: [{ key: 'all', rows: refund.items }], keyOf: (item) => item.billItemId }}
      sums={[
        { label: '退项合计', yuan: refund.itemAmount },
        ...(Number(refund.arrearsAmount) > 0 ? [{ label: '冲减欠费', yuan: `-${refund.arrearsAmount}` }] : []),
        ...refund.ways.map((way) => ({ label: `退到${wayName(way)}`, yuan: way.amount })),
        { label: '实退', yuan: refund.refundAmount, strong: true },
      ]}
      words={{ label: '实退大写', text: refund.amountInWords }}
      afterPart="reason"
      after={
        <PaperText>
          {refundTypes[refund.type as 1]}，原因：{refund.reason}
          {refund.remark && `（${refund.remark}）`}。申请 {refund.applicantName}
          {refund.approverName && `，审批 ${refund.approverName}`}。
        </PaperText>
      }
      operator={{ label: '经办人', name: refund.payerName ?? '' }}
      signatures={[{ label: '患者签名' }]}
      verify={data.verify}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

const valuesOf = ({ refund }: RefundSlip): PaperValues<'refundSlip'> => ({
  患者: refund.patientName,
  病历号: refund.medicalNumber,
  账单: refund.billNo,
  原因: refund.reason,
  申请人: refund.applicantName,
  审批人: refund.approverName,
  经办人: refund.payerName,
  大写: refund.amountInWords,
  退项合计: refund.itemAmount,
  实退: refund.refundAmount,
  明细: refund.items.map((item) => ({
    项目: item.name,
    牙位: teethInWords(item.teeth),
    数量: item.qty > 0 ? `${item.qty} ${item.unit}` : '差价',
    金额: item.amount,
  })),
  退款: refund.ways.map((way) => ({ 方式: wayName(way), 金额: way.amount })),
})

const columns: readonly PaperColumn<RefundSlip['refund']['items'][number], ColumnOf<'refundSlip'>>[] = [
  { key: 'name', roll: 'name', render: (item) => item.name },
  { key: 'teeth', roll: 'name', render: (item, roll) => teethOnPaper(item.teeth, roll) },
  {
    key: 'qty',
    numeric: true,
    roll: 'part',
    render: (item) => (item.qty > 0 ? `${item.qty} ${item.unit}` : '差价'),
  },
  { key: 'amount', numeric: true, roll: 'end', render: (item) => <Money yuan={item.amount} /> },
]
