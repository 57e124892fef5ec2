import { dataRecord, firstVisitOutcomes } from '@dentin/contract/data-record'
import { report } from '@dentin/contract/report'
import type { WireOutput } from '@dentin/contract/core/call'
import { useDict } from '../../lib/dict.ts'
import { useCallForm } from '../../lib/form.ts'
import { presentDay } from '../../lib/present.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { DatePicker, Dialog, FormDialog, Picked } from '../../ui/heavy.ts'
import { ErrorLine, Field, SkeletonRows, TextArea, toast, UsualWords } from '../../ui/index.ts'

type FirstVisit = WireOutput<typeof dataRecord.firstVisit>

/** Why a first visit came to nothing, and when somebody asks again. */
export function FirstVisitDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall(dataRecord.firstVisit, { id }, { keep: false, staleTime: 0 })
  if (!data)
    return (
      <Dialog open title="跟进" onClose={onClose}>
        {error ? <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine> : <SkeletonRows rows={4} />}
      </Dialog>
    )
  return <NoteDialog key={data.version ?? 0} visit={data} onClose={onClose} />
}

function NoteDialog({ visit, onClose }: { visit: FirstVisit; onClose: () => void }) {
  const { words } = useDict('lost-reason')
  const note = useSend(dataRecord.noteFirstVisit, { refresh: [report.run, report.drill, dataRecord.firstVisit] })
  const form = useCallForm(dataRecord.noteFirstVisit, {
    defaultValues: {
      id: visit.id,
      reason: visit.reason,
      remark: visit.remark,
      nextContactOn: visit.nextContactOn,
      version: visit.version,
    },
  })
  const submit = form.save(note.mutateAsync, () => {
    toast.success('已记下')
    onClose()
  })
  const head = `${visit.regDate} ${visit.doctorName} · ${firstVisitOutcomes[visit.outcome]}`
  return (
    <FormDialog
      title={`${visit.patientName} 的跟进`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="记下"
    >
      <p className="t-13 secondary">
        {head}
        {visit.notedAt && `　${visit.notedName} ${visit.notedAt.slice(0, 16)} 记`}
      </p>
      <Picked form={form} name="reason" label="未成交原因">
        {(field) => <UsualWords maxLength={40} words={words} value={field.value ?? ''} onChange={field.onChange} />}
      </Picked>
      <Picked form={form} name="nextContactOn" label="下次联系" help="到那天给咨询师一条未成交回访，改期随之改">
        {(field) => <DatePicker clearable min={presentDay()} value={field.value ?? null} onChange={field.onChange} />}
      </Picked>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextArea rows={2} maxLength={200} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}
