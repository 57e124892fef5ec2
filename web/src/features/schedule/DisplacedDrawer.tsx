import { dayText } from '@dentin/kit/date-text'
import { appointment } from '@dentin/contract/appointment'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { useCan } from '../../lib/permission.ts'
import { Drawer } from '../../ui/heavy.ts'
import { Button, confirm, EmptyState, ErrorLine, Menu, SkeletonRows, Tag, toast } from '../../ui/index.ts'
import { useKeep, useMoveBooking, useTell, type Displaced } from './hooks.ts'
import s from './schedule.module.css'

const words = (error: unknown) => (error instanceof Error ? error.message : '没有成功，请重试')
const moment = (time: string) => `${dayText(time)} ${time.slice(11, 16)}`

/** How many patients one call tells: a long leave may touch some hundreds. */
const AT_ONCE = 100

/** Bookings that stand where their doctor does not receive: another time, another doctor, a word to the patient. */
export function DisplacedDrawer({
  query,
  onClose,
}: {
  query: Pick<UseQueryResult<Displaced[]>, 'data' | 'error' | 'refetch'>
  onClose: () => void
}) {
  const may = useCan()
  const tell = useTell()
  const list = query.data
  const untold = list?.filter((each) => each.toldTime === null) ?? []
  const tellAll = async () => {
    if (!(await confirm({ title: `短信通知 ${untold.length} 位患者改期？`, okText: '发送' }))) return
    try {
      let told = 0
      const without: string[] = []
      for (let from = 0; from < untold.length; from += AT_ONCE) {
        const part = await tell.mutateAsync({ ids: untold.slice(from, from + AT_ONCE).map(({ id }) => id) })
        told += part.told
        without.push(...part.without)
      }
      toast.success(
        without.length > 0 ? `已通知 ${told} 位，${without.join('、')} 短信发不到，请电话联系` : `已通知 ${told} 位`,
      )
    } catch (error) {
      toast.error(words(error))
    }
  }
  return (
    <Drawer
      open
      title="受影响的预约"
      width={560}
      onClose={onClose}
      extra={
        may('/myAppointmentBoard:edit') &&
        may('/SMSmanagement:send') &&
        untold.length > 1 && (
          <Button size="sm" icon="message" busy={tell.isPending} onClick={() => void tellAll()}>
            全部通知
          </Button>
        )
      }
    >
      {query.error && <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>}
      {!list && !query.error && <SkeletonRows rows={4} height={72} />}
      {list?.length === 0 && <EmptyState icon="check-circle" title="没有受影响的预约" hint="都已改约、转出或保留" />}
      {list?.map((each) => (
        <Line key={each.id} booking={each} />
      ))}
    </Drawer>
  )
}

function Line({ booking }: { booking: Displaced }) {
  const may = useCan()
  const [looking, setLooking] = useState(false)
  const places = useCall(appointment.nearbyPlaces, { id: booking.id }, { enabled: looking, keep: false })
  const move = useMoveBooking()
  const tell = useTell()
  const keep = useKeep()
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(words(error))
    }
  }
  const moveTo = (place: { doctorId: string; startTime: string; endTime: string }, done: string) =>
    run(
      () =>
        move.mutateAsync({
          id: booking.id,
          version: booking.version,
          reason: '医生排班调整',
          acceptWarnings: true,
          ...place,
        }),
      done,
    )
  const mayEdit = may('/myAppointmentBoard:edit')
  return (
    <div className={s.line}>
      <div className={s.lineHead}>
        <span className="bold">{booking.name}</span>
        <span className="num">
          {moment(booking.startTime)}–{booking.endTime.slice(11, 16)}
        </span>
        <span className="t-13 secondary">
          {booking.doctorName}　{booking.title}
        </span>
        {booking.toldTime && <Tag tone="brand">已通知</Tag>}
      </div>
      <div className="t-13 danger">{booking.reason}</div>
      <div className={s.actions}>
        {mayEdit && (
          <>
            <Button size="sm" icon="calendar-clock" onClick={() => setLooking(!looking)} aria-expanded={looking}>
              改约
            </Button>
            <Menu
              items={
                booking.freeDoctors.length > 0
                  ? booking.freeDoctors.map(({ id, name }) => ({
                      key: id,
                      label: name,
                      onSelect: () =>
                        void moveTo(
                          { doctorId: id, startTime: booking.startTime, endTime: booking.endTime },
                          `已转给 ${name}`,
                        ),
                    }))
                  : [{ key: 'none', label: '该时间没有空闲的医生', disabled: true, onSelect: () => undefined }]
              }
            >
              <Button size="sm" icon="transfer" busy={move.isPending}>
                转医生
              </Button>
            </Menu>
            {may('/SMSmanagement:send') && booking.toldTime === null && (
              <Button
                size="sm"
                icon="message"
                busy={tell.isPending}
                onClick={() =>
                  void run(async () => {
                    const { without } = await tell.mutateAsync({ ids: [booking.id] })
                    if (without.length > 0) throw new Error('短信发不到（没有建档、没有手机号或拒收），请另外联系')
                  }, '已短信通知')
                }
              >
                通知
              </Button>
            )}
          </>
        )}
        {may('/myAppointmentBoard:overbook') && (
          <Button
            size="sm"
            variant="text"
            busy={keep.isPending}
            onClick={() => void run(() => keep.mutateAsync({ id: booking.id, version: booking.version }), '已保留')}
          >
            保留原时间
          </Button>
        )}
      </div>
      {looking && (
        <div className={s.places}>
          {places.isPending && <span className="t-13 tertiary">正在找空档…</span>}
          {places.error && <ErrorLine onRetry={() => void places.refetch()}>{places.error.message}</ErrorLine>}
          {places.data?.length === 0 && <span className="t-13 tertiary">{booking.doctorName}两周内没有合适的空档</span>}
          {places.data?.map((place) => (
            <Button
              key={place.startTime}
              size="sm"
              variant="tint"
              onClick={() => void moveTo({ doctorId: booking.doctorId, ...place }, `已改到 ${moment(place.startTime)}`)}
            >
              {moment(place.startTime)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
