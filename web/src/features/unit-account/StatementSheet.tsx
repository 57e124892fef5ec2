import { formatYuanText } from '@dentin/kit/money'
import { PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { usePrinted } from './hooks.ts'
import { StatementLines } from './StatementLines.tsx'
import { monthName } from './words.ts'
import s from './unit-account.module.css'

/** The statement of a unit for a month, for both to sign. Opening it counts as a print. */
export function StatementSheet({
  unitId,
  month,
  auto,
  onBack,
}: {
  unitId: string
  month: string
  auto: boolean
  onBack?: () => void
}) {
  const { data, error, refetch } = usePrinted(unitId, month)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { unit } = data
  return (
    <PrintView title={`单位对账单 ${unit.name} ${monthName(month)}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a4"
        clinicName={data.clinic.name}
        title="单位对账单"
        contact={data.clinic.phone}
        number={monthName(month)}
        patient={
          <span>
            {unit.name}　{[unit.contact, unit.phone].filter(Boolean).join(' ')}　账期 {unit.termDays} 天　单位 元
          </span>
        }
        signatures={[{ label: unit.name }, { label: data.clinic.name }]}
        note={`打印时间 ${data.printedAt.slice(0, 16)}`}
      >
        <StatementLines statement={data} />
        <p className={s.sums}>
          本月记账 {formatYuanText(data.charged)}，退回 {formatYuanText(data.back)}，结算 {formatYuanText(data.paid)}
        </p>
        <p>
          <b>应付大写：{data.amountInWords}</b>
        </p>
      </PrintPage>
    </PrintView>
  )
}
