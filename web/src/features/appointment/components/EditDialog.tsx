import { useState } from 'react'
import { appointment as calls } from '@dentin/contract/appointment'
import { useSend } from '../../../lib/query.ts'
import { retryOf } from '../../../lib/client.ts'
import { Button, ErrorLine, Notice, toast } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useAppointment, useBookingOptions } from '../hooks.ts'
import type { Detail } from '../model.ts'
import { teethWords } from './AppointmentCard.tsx'
import { ContentFields, type Content } from './fields.tsx'
import s from './board.module.css'

const contentOf = (detail: Detail): Content => ({
  itemIds: detail.itemIds,
  title: detail.title,
  teeth: detail.teeth,
  isUrgent: detail.isUrgent,
  nurseId: detail.nurseId,
  consultantId: detail.consultantId,
  remark: detail.remark,
  visibleRemark: detail.visibleRemark,
})
const labels: Record<keyof Content, string> = {
  itemIds: '预约项目',
  title: '内容',
  teeth: '牙位',
  isUrgent: '加急',
  nurseId: '护士',
  consultantId: '咨询师',
  remark: '内部备注',
  visibleRemark: '给患者的备注',
}

/** Changes what an appointment is for. When somebody was faster, both versions stand side by side and one is kept. */
export function EditDialog({ appointment, onClose }: { appointment: Detail; onClose: () => void }) {
  const options = useBookingOptions()
  const { detail } = useAppointment(appointment.id)
  const update = useSend(calls.update, { refresh: appointmentReads })
  // What was open when the person began: a live update must not hide that somebody was faster.
  const [base] = useState(appointment)
  const [content, setContent] = useState(() => contentOf(appointment))
  const submit = (version: number) =>
    update.mutate(
      { id: appointment.id, version, ...content },
      {
        onSuccess: () => {
          toast.success('修改成功')
          onClose()
        },
        onError: (error) => error.isConflict && void detail.refetch(),
      },
    )
  const theirs = update.error?.isConflict && detail.data && detail.data.version !== base.version ? detail.data : null
  const words = (value: Content, key: keyof Content): string => {
    if (key === 'itemIds')
      return (
        value.itemIds.map((id) => options.data?.items.find((each) => each.id === id)?.name ?? '已停用').join('、') ||
        '—'
      )
    if (key === 'teeth') return teethWords(value.teeth) || '—'
    if (key === 'isUrgent') return value.isUrgent ? '是' : '否'
    return value[key] || '—'
  }
  return (
    <Dialog
      open
      title={`修改预约：${appointment.name}`}
      width={600}
      sticky
      onClose={onClose}
      onSubmit={() => submit(base.version)}
      submitText="保存"
      busy={update.isPending}
      submitDisabled={theirs !== null}
    >
      {theirs ? (
        <>
          <Notice tone="wait" icon="alert">
            已被他人修改，请选择保留哪一份
          </Notice>
          <table className={s.printTable}>
            <thead>
              <tr>
                <th scope="col">字段</th>
                <th scope="col">我的</th>
                <th scope="col">服务器上的</th>
              </tr>
            </thead>
            <tbody>
              {(Object.keys(labels) as (keyof Content)[])
                .filter((key) => words(content, key) !== words(contentOf(theirs), key))
                .map((key) => (
                  <tr key={key}>
                    <th scope="row">{labels[key]}</th>
                    <td>{words(content, key)}</td>
                    <td>{words(contentOf(theirs), key)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
          <div className={s.actions}>
            <Button onClick={onClose}>保留服务器上的</Button>
            <Button variant="tint" busy={update.isPending} onClick={() => submit(theirs.version)}>
              保留我的
            </Button>
          </div>
        </>
      ) : (
        <div className={s.form}>
          <ContentFields
            value={content}
            onChange={(patch) => setContent((now) => ({ ...now, ...patch }))}
            options={options.data}
            error={update.error}
          />
        </div>
      )}
      {update.error && !update.error.isConflict && update.error.fields.length === 0 && (
        <ErrorLine onRetry={retryOf(update.error, () => submit(base.version))}>{update.error.message}</ErrorLine>
      )}
    </Dialog>
  )
}
