import type { WireOutput } from '@dentin/contract/core/call'
import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { feeList } from '@dentin/contract/fee-list'
import {
  MoneyPaperView,
  PaperDays,
  personOnPaper,
  teethInWords,
  teethOnPaper,
  type PaperColumn,
  type PaperSum,
} from '../../domain/money-paper.tsx'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { Money, PrintPending } from '../../ui/index.ts'
import { useCall } from '../../lib/query.ts'

type FeeList = WireOutput<typeof feeList.read>

/** Which lines: of a bill, of a visit, or of the days of a patient. */
export type FeesOf = {
  patientId: string
  billId?: string | null
  registrationId?: string | null
  from?: string | null
  to?: string | null
}

/** What was charged to a patient, by category. Opening it is noted as a print. */
export function FeeListSheet({
  of,
  auto,
  onBack,
  onDays,
}: {
  of: FeesOf
  auto: boolean
  onBack?: () => void
  /** Days were chosen instead. */
  onDays: (from: string, to: string) => void
}) {
  const { data, error, refetch } = useCall(
    feeList.read,
    { ...of, ...useAsPreview() },
    { staleTime: Infinity, keep: false },
  )
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { from, to, billNos, sums } = data
  const days = from === to ? from : `${from} 至 ${to}`
  return (
    <MoneyPaperView
      kind="feeList"
      fileName={`费用清单 ${data.patient.patientName} ${days}`}
      auto={auto}
      onBack={onBack}
      extra={<PaperDays from={from} to={to} onDays={onDays} />}
      title="费用清单"
      number={billNos.length === 1 ? billNos[0] : `${billNos.length} 张账单`}
      moment={days}
      called={{ moment: '期间', number: '账单' }}
      clinic={data.clinic}
      about={personOnPaper(data.patient)}
      table={{
        columns: from === to ? columns.filter(({ key }) => key !== 'day') : columns,
        groups: data.groups.map(({ name, lines, sums: own }) => ({
          key: name,
          title: name,
          rows: lines,
          foot: footOf('小计', own),
        })),
        keyOf: (line) => line.id,
        foot: footOf('合计', sums),
        carry: { column: 'receivable', yuanOf: (line) => line.receivableAmount },
      }}
      sums={belowOf(data)}
      words={{ label: '已付大写', text: data.paidInWords }}
      signatures={[{ label: '患者签名' }, { label: '门诊盖章' }]}
      printedAt={data.printedAt}
      values={valuesOf(data)}
    />
  )
}

type Line = FeeList['groups'][number]['lines'][number]

const money = (yuan: string) => Number(yuan) > 0 && <Money yuan={yuan} />
const columns: readonly PaperColumn<Line, ColumnOf<'feeList'>>[] = [
  { key: 'name', roll: 'name', render: (line) => line.name },
  { key: 'day', whole: true, roll: 'name', render: (line) => line.day.slice(2) },
  { key: 'teeth', roll: 'name', render: (line, roll) => teethOnPaper(line.teeth, roll) },
  { key: 'price', numeric: true, roll: 'part', render: (line) => <Money yuan={line.price} /> },
  { key: 'qty', numeric: true, roll: 'part', render: (line) => `${line.qty} ${line.unit}` },
  { key: 'off', numeric: true, roll: 'part', render: (line) => money(line.discountAmount) },
  {
    key: 'receivable',
    numeric: true,
    roll: 'end',
    render: (line) => <Money yuan={line.receivableAmount} />,
  },
  { key: 'paid', numeric: true, roll: 'part', render: (line) => <Money yuan={line.paidAmount} /> },
  {
    key: 'arrears',
    wide: true,
    numeric: true,
    roll: 'part',
    render: (line) => money(line.arrearsAmount),
  },
]

const valuesOf = ({ patient, sums, groups, ...data }: FeeList): PaperValues<'feeList'> => ({
  患者: patient.patientName,
  病历号: patient.medicalNumber,
  开始日期: data.from,
  结束日期: data.to,
  大写: data.paidInWords,
  原价: sums.originalAmount,
  优惠: sums.discountAmount,
  应收: sums.receivableAmount,
  已付: sums.paidAmount,
  欠费: sums.arrearsAmount,
  明细: groups.flatMap(({ name, lines }) =>
    lines.map((line) => ({
      分类: name,
      项目: line.name,
      牙位: teethInWords(line.teeth),
      数量: `${line.qty} ${line.unit}`,
      日期: line.day,
      单价: line.price,
      优惠: line.discountAmount,
      应收: line.receivableAmount,
      已付: line.paidAmount,
      欠费: line.arrearsAmount,
    })),
  ),
})

const footOf = (label: string, sums: FeeList['sums']) => ({
  name: label,
  off: money(sums.discountAmount),
  receivable: <Money yuan={sums.receivableAmount} />,
  paid: <Money yuan={sums.paidAmount} />,
  arrears: money(sums.arrearsAmount),
})

/** How the sums hang together: 应收 less what was taken off it is what was paid, what a unit is charged with and what is owed. */
function belowOf({ sums }: FeeList): PaperSum<never>[] {
  const some = (label: string, yuan: string, sign = '') => (Number(yuan) > 0 ? [{ label, yuan: `${sign}${yuan}` }] : [])
  return [
    { label: '原价', yuan: sums.originalAmount },
    ...some('优惠', sums.discountAmount, '-'),
    { label: '应收', yuan: sums.receivableAmount, strong: true },
    ...some('退项', sums.returnedAmount, '-'),
    ...some('核销', sums.writtenOffAmount, '-'),
    { label: '已付', yuan: sums.paidAmount, strong: true },
    ...some('单位记账', sums.unitAmount),
    { label: '欠费', yuan: sums.arrearsAmount, strong: true },
  ]
}
