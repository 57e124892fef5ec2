import { shortDayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { booking, bookingErrors } from '@dentin/contract/booking'
import { useState } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { useCall } from '../../lib/query.ts'
import {
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  SkeletonRows,
  StatusTag,
  Tag,
  TextButton,
  toast,
} from '../../ui/index.ts'
import s from './booking.module.css'
import { type Page, type Own, whenText } from './booking-page.ts'
import { TimePicker } from './TimePicker.tsx'

/** What the server notes when the patient himself cancelled what was not yet accepted. */
const CANCELLED = '患者网上取消'

export function Mine({ code, page, pass, onLost }: { code: string; page: Page; pass: string; onLost: () => void }) {
  const own = useCall(booking.mine, { code, pass }, { keep: false, staleTime: 0 })
  const [changing, setChanging] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const lost = own.error?.is(bookingErrors.BOOKING_PASS) === true
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast.success(done)
      setChanging(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.is(bookingErrors.BOOKING_PASS)) onLost()
      toast.error(error.message)
    } finally {
      setBusy(false)
      await own.refetch()
    }
  }
  const cancel = async (each: Own) => {
    if (
      await confirm({
        title: `取消 ${whenText(each.startTime)} 的预约？`,
        okText: '取消预约',
        cancelText: '不取消',
        danger: true,
      })
    )
      await act(() => send(booking.cancel, { code, pass, id: each.id }), '已取消')
  }
  if (lost)
    return (
      <EmptyState
        layout="stack"
        title="验证已过期"
        hint="请重新验证手机号"
        action={<Button onClick={onLost}>重新验证</Button>}
      />
    )
  if (own.error) return <ErrorLine onRetry={() => void own.refetch()}>{own.error.message}</ErrorLine>
  if (!own.data) return <SkeletonRows rows={2} height={96} />
  return (
    <section className={s.part} aria-label="我的预约">
      {own.data.length === 0 && (
        <EmptyState layout="stack" icon="calendar" title="还没有网上预约" hint="电话或到店预约的请联系门诊" />
      )}
      {own.data.map((each) => (
        <article key={each.id} className={s.card}>
          <div className={s.cardHead}>
            <b>{whenText(each.startTime)}</b>
            {appointmentStates.is(each.status, 'refused') && each.reason === CANCELLED ? (
              <Tag>已取消</Tag>
            ) : each.proposed ? (
              <Tag tone="wait">门诊建议的时间</Tag>
            ) : (
              <StatusTag kind="appointment" value={each.status} />
            )}
          </div>
          <p>
            {each.doctorName}　{each.title}　{each.name}
          </p>
          {each.reason && appointmentStates.is(each.status, 'over') && <p className="secondary t-13">{each.reason}</p>}
          {each.proposed && <p className="secondary t-13">您原来申请的时间约不上，请同意或另选。</p>}
          {each.mayChange && (
            <div className={s.two}>
              {each.proposed && (
                <Button
                  variant="primary"
                  size="lg"
                  busy={busy}
                  onClick={() => void act(() => send(booking.answer, { code, pass, id: each.id }), '已同意')}
                >
                  同意
                </Button>
              )}
              {each.itemId && page.open && (
                <Button size="lg" onClick={() => setChanging(changing === each.id ? null : each.id)}>
                  改期
                </Button>
              )}
              <Button size="lg" variant="danger" busy={busy} onClick={() => void cancel(each)}>
                取消预约
              </Button>
            </div>
          )}
          {!each.mayChange && appointmentStates.is(each.status, 'coming') && (
            <p className="tertiary t-13">就诊前 {page.leadHours} 小时内请致电门诊更改</p>
          )}
          {changing === each.id && each.itemId && (
            <TimePicker
              code={code}
              page={page}
              itemId={each.itemId}
              doctorId={null}
              chosen={null}
              onChoose={(to) =>
                void act(
                  () =>
                    send(booking.change, {
                      code,
                      pass,
                      id: each.id,
                      doctorId: to.doctorId,
                      startTime: `${to.date} ${to.time}:00`,
                    }),
                  `已改到 ${shortDayText(to.date)} ${to.time}`,
                )
              }
            />
          )}
        </article>
      ))}
      <TextButton tone="quiet" onClick={onLost}>
        换一个手机号
      </TextButton>
    </section>
  )
}
