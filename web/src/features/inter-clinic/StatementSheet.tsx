import { clinicSettlementStates } from '@dentin/contract/clinic-settlement'
import { PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { monthName, useStatement, type OfPair } from './hooks.ts'
import { Movements } from './Movements.tsx'

/** The statement of two clinics for a month, for both to sign. Opening it counts as a print. */
export function StatementSheet({ of, auto, onBack }: { of: OfPair; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useStatement(of)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { row } = data
  const { settlement } = row
  const title = '门诊往来对账单'
  return (
    <PrintView title={`${title} ${monthName(row.month)}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a4"
        clinicName={data.companyName}
        title={title}
        contact={monthName(row.month)}
        number={
          settlement ? (
            <>
              {settlement.settlementNo}
              <br />
              {settlement.paidOn}
            </>
          ) : (
            clinicSettlementStates.names[row.status]
          )
        }
        patient={
          <span>
            {row.debtorName} {clinicSettlementStates.is(row.status, 'even') ? '与' : '应付'} {row.creditorName}　单位 元
            {settlement && `　已结：${settlement.method}　${settlement.settlerName} 确认`}
            {settlement?.remark && `（${settlement.remark}）`}
          </span>
        }
        signatures={[{ label: row.debtorName }, { label: row.creditorName }, { label: '总部' }]}
        note={`打印时间 ${data.printedAt.slice(0, 16)}`}
      >
        <Movements list={data.list} total={row.amount} />
        <p>
          <b>合计大写：{data.amountInWords}</b>
        </p>
      </PrintPage>
    </PrintView>
  )
}
