import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { MoneyPaperView, PaperText, personOnPaper, type PaperColumn } from '../../domain/money-paper.tsx'
import { Money, PrintPending } from '../../ui/index.ts'
import { useLetter, type Letter } from './hooks.ts'

/** A letter about what a patient has not paid in time. Opening it counts as a print and as having been in touch. */
export function LetterSheet({ patientId, auto, onBack }: { patientId: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useLetter(patientId)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { clinic, patient, rows } = data
  const promises = rows.some(({ promiseDate }) => promiseDate !== null)
  return (
    <MoneyPaperView
      kind="letter"
      fileName={`催款函 ${patient.patientName} ${data.printedAt.slice(0, 10)}`}
      auto={auto}
      onBack={onBack}
      title="催款函"
      moment={data.printedAt.slice(0, 10)}
      called={{ moment: '日期' }}
      clinic={clinic}
      about={personOnPaper(patient)}
      lead={
        <PaperText>
          {patient.patientName}：您好。截至 {data.printedAt.slice(0, 10)}，您在本门诊有下列款项已到应付日而未付，合计{' '}
          <b>
            <Money yuan={data.lateAmount} />
          </b>{' '}
          元。
        </PaperText>
      }
      table={{
        columns: promises ? columns : columns.filter(({ key }) => key !== 'promise'),
        groups: [{ key: 'all', rows }],
        keyOf: ({ key }) => key,
        foot: { bill: '合计', amount: <Money yuan={data.lateAmount} /> },
        carry: { column: 'amount', yuanOf: ({ amount }) => amount },
      }}
      sums={
        Number(data.notDueAmount) > 0
          ? [
              { label: '另有未到应付日的', yuan: data.notDueAmount },
              { label: '欠费合计', yuan: data.totalAmount, strong: true },
            ]
          : []
      }
      words={{ label: '逾期大写', text: data.lateInWords }}
      afterPart="request"
      after={
        <PaperText>
          请在收到本函后 7 日内付清，或与我们商量付款日期。联系电话 {clinic.phone || '____________'}
          {clinic.address && `，地址 ${clinic.address}`}。如已付款，请忽略本函并告知我们核对。
        </PaperText>
      }
      signatures={[{ label: '门诊盖章' }, { label: '日期' }]}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

const agreed = ({ planNo, no }: Letter['rows'][number]): string =>
  planNo ? `分期 ${planNo} 第 ${no} 期` : '就诊当日付'

const valuesOf = ({ patient, ...letter }: Letter): PaperValues<'letter'> => ({
  患者: patient.patientName,
  病历号: patient.medicalNumber,
  大写: letter.lateInWords,
  逾期金额: letter.lateAmount,
  欠费合计: letter.totalAmount,
  明细: letter.rows.map((row) => ({
    账单: row.billNo,
    约定: agreed(row),
    逾期天数: String(row.overdueDays),
    应付日: row.dueDate,
    承诺日: row.promiseDate,
    金额: row.amount,
  })),
})

const columns: readonly PaperColumn<Letter['rows'][number], ColumnOf<'letter'>>[] = [
  { key: 'bill', whole: true, roll: 'name', render: ({ billNo }) => billNo },
  {
    key: 'plan',
    roll: 'name',
    render: agreed,
  },
  { key: 'due', whole: true, roll: 'part', render: ({ dueDate }) => dueDate },
  { key: 'days', numeric: true, roll: 'part', render: ({ overdueDays }) => `${overdueDays} 天` },
  { key: 'promise', whole: true, roll: 'part', render: ({ promiseDate }) => promiseDate },
  { key: 'amount', numeric: true, roll: 'end', render: ({ amount }) => <Money yuan={amount} /> },
]
