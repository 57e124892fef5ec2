import { Money, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { useShiftDetail } from './hooks.ts'
import { faceName } from './notes.ts'
import s from './shift-sheet.module.css'

/** The paper of a shift: by way to pay, what was counted, who handed over and who checked. */
export function ShiftSheet({ id, auto, onBack }: { id: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useShiftDetail(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  return (
    <PrintView title={`交班单 ${data.shiftNo}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a5"
        clinicName={data.clinic.name}
        title="交班单"
        contact={
          <>
            {data.clinic.address}
            <br />
            {data.clinic.phone}
          </>
        }
        number={
          <>
            {data.shiftNo}
            <br />
            {data.endedAt?.slice(0, 16) ?? '未交班'}
          </>
        }
        patient={
          <div className={s.person}>
            <span>收费员 {data.cashierName}</span>
            <span>
              {data.startedAt.slice(0, 16)} – {data.endedAt?.slice(0, 16) ?? '当班'}
            </span>
            <span>
              收 {data.receivedCount} 笔，退 {data.returnedCount} 笔
            </span>
          </div>
        }
        signatures={[{ label: '交班人' }, { label: '复核人', content: data.reviewerName ?? undefined }]}
      >
        <table className={s.items}>
          <thead>
            <tr>
              <th scope="col">收款方式</th>
              <th scope="col" className={s.right}>
                笔数
              </th>
              <th scope="col" className={s.right}>
                收
              </th>
              <th scope="col" className={s.right}>
                退
              </th>
              <th scope="col" className={s.right}>
                应有
              </th>
            </tr>
          </thead>
          <tbody>
            {data.methods.map((row) => (
              <tr key={row.payMethodId}>
                <td>{row.name}</td>
                <td className={s.right}>{row.count}</td>
                <td className={s.right}>
                  <Money yuan={row.received} />
                </td>
                <td className={s.right}>
                  <Money yuan={row.returned} />
                </td>
                <td className={s.right}>
                  <Money yuan={row.total} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className={s.sums}>
          <div className={s.strong}>
            <dt>合计</dt>
            <dd>
              <Money yuan={data.total} />
            </dd>
          </div>
          {data.countedCash !== null && (
            <>
              <div>
                <dt>应有现金</dt>
                <dd>
                  <Money yuan={data.expectedCash} />
                </dd>
              </div>
              <div>
                <dt>实点现金</dt>
                <dd>
                  <Money yuan={data.countedCash} />
                </dd>
              </div>
              <div className={s.strong}>
                <dt>差额</dt>
                <dd>
                  <Money yuan={data.differenceAmount} />
                </dd>
              </div>
              <div>
                <dt>备用金</dt>
                <dd>
                  <Money yuan={data.floatAmount} />
                </dd>
              </div>
            </>
          )}
        </dl>
        {data.notes.length > 0 && (
          <p className={s.words}>
            点数：{data.notes.map(({ face, count }) => `${faceName(face)} × ${count}`).join('，')}
          </p>
        )}
        {data.differenceReason && <p className={s.reason}>差额原因：{data.differenceReason}</p>}
        {data.remark && <p className={s.reason}>备注：{data.remark}</p>}
      </PrintPage>
    </PrintView>
  )
}
