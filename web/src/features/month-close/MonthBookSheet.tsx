import { monthCloseStates } from '@dentin/contract/month-close'
import { PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { BookFigures } from './BookFigures.tsx'
import { useMonth } from './hooks.ts'
import { monthDays, monthName } from './words.ts'

/** The closing book of a month as a page of A4; a draft until the month is closed. */
export function MonthBookSheet({ month, auto, onBack }: { month: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useMonth(month)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const isClosed = data.last !== null && monthCloseStates.is(data.last.status, 'closed')
  return (
    <PrintView title={`结账书 ${monthName(month)}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a4"
        clinicName={data.clinic.name}
        title={`${monthName(month)}结账书`}
        contact={
          <>
            {data.clinic.address}
            <br />
            {data.clinic.phone}
          </>
        }
        number={
          isClosed ? (
            <>
              {data.last?.closeNo}
              <br />
              {data.last?.closedAt.slice(0, 16)}
            </>
          ) : (
            '草稿，未结'
          )
        }
        patient={
          <span>
            {monthDays(month)}　单位 元{isClosed && `　${data.last?.closerName} 结`}
          </span>
        }
        signatures={[{ label: '出纳' }, { label: '院长' }, { label: '总部' }]}
      >
        <BookFigures book={data.book} />
      </PrintPage>
    </PrintView>
  )
}
