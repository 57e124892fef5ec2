import { useState } from 'react'
import { appointment as calls } from '@dentin/contract/appointment'
import { teethWords } from '../../../domain/teeth.ts'
import { useSend } from '../../../lib/query.ts'
import { retryOf } from '../../../lib/client.ts'
import { differences } from '../../../lib/conflict.ts'
import { ErrorLine, toast } from '../../../ui/index.ts'
import { ConflictDialog, Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions } from '../hooks.ts'
import type { Detail } from '../model.ts'
import { changedBeside, useOvertaken } from '../overtaken.ts'
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

const fields = Object.keys(labels) as (keyof Content)[]
const ITS_OWN = ['内容', '牙位', '护士', '咨询师', '内部备注', '给患者的备注']

/** Changes what an appointment is for. When somebody was faster, both versions stand side by side, field by field. */
export function EditDialog({ appointment, onClose }: { appointment: Detail; onClose: () => void }) {
  const options = useBookingOptions()
  const update = useSend(calls.update, { refresh: appointmentReads })
  const { overtaken, heed, drop } = useOvertaken(appointment.id)
  // What was open when the person began: a live update must not hide that somebody was faster.
  const [base] = useState(appointment)
  const [content, setContent] = useState(() => contentOf(appointment))
  const submit = (version: number, wanted: Content) =>
    update.mutate(
      { id: appointment.id, version, ...wanted },
      {
        onSuccess: () => {
          toast.success('修改成功')
          onClose()
        },
        onError: (error) => void heed(error),
      },
    )
  const nameOf = (list: readonly { id: string; name: string }[] | undefined, id: unknown) =>
    id ? (list?.find((each) => each.id === id)?.name ?? '已停用') : ''
  const words = (field: string, value: unknown): string => {
    if (field === 'itemIds') return (value as string[]).map((id) => nameOf(options.data?.items, id)).join('、')
    if (field === 'teeth') return teethWords(value as string)
    if (field === 'isUrgent') return value ? '是' : '否'
    if (field === 'nurseId') return nameOf(options.data?.nurses, value)
    if (field === 'consultantId') return nameOf(options.data?.consultants, value)
    return value as string
  }
  return (
    <>
      <Dialog
        open
        title={`修改预约：${appointment.name}`}
        width={600}
        sticky
        onClose={onClose}
        onSubmit={() => submit(base.version, content)}
        submitText="保存"
        busy={update.isPending}
      >
        <div className={s.form}>
          <ContentFields
            value={content}
            onChange={(patch) => setContent((now) => ({ ...now, ...patch }))}
            options={options.data}
            error={update.error}
          />
        </div>
        {update.error && !update.error.isConflict && update.error.fields.length === 0 && (
          <ErrorLine onRetry={retryOf(update.error, () => submit(base.version, content))}>
            {update.error.message}
          </ErrorLine>
        )}
      </Dialog>
      {overtaken && (
        <ConflictDialog
          what="这个预约"
          differences={differences(fields, { ...contentOf(base) }, { ...content }, { ...contentOf(overtaken.now) })}
          changedBy={overtaken.changedBy}
          changedAt={overtaken.changedAt}
          also={changedBeside(base, overtaken.now, ITS_OWN)}
          labelOf={(field) => labels[field as keyof Content]}
          wordsOf={words}
          busy={update.isPending}
          onClose={drop}
          onTheirs={onClose}
          onKeep={(kept) => {
            const wanted = { ...content, ...kept }
            setContent(wanted)
            drop()
            submit(overtaken.now.version, wanted)
          }}
        />
      )}
    </>
  )
}
