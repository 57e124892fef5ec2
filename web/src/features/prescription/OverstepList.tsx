import { parseDateTime } from '@dentin/kit/datetime'
import { useState } from 'react'
import { present } from '../../lib/present.ts'
import { shortMoment } from '../../lib/when.ts'
import { DataTable, Dialog, listProps, type Column } from '../../ui/heavy.ts'
import { Button, EmptyState, Field, Tag, TextArea, toast } from '../../ui/index.ts'
import { useFinishOverstep, useOversteps, type OverstepRow } from './hooks.ts'
import { overstepState } from './model.ts'
import s from './prescription.module.css'

const now = () => present().getTime()
const State = ({ row }: { row: OverstepRow }) => {
  const { tone, word } = overstepState(row, now(), (moment) => parseDateTime(moment).getTime())
  return <Tag tone={tone}>{word}</Tag>
}
const drugs = (row: OverstepRow) => row.drugs.map(({ name }) => name).join('、')
const reasons = (row: OverstepRow) => row.drugs.map(({ reason }) => reason).join('；')
const due = ({ done, note, dueAt }: OverstepRow) =>
  done ? `${done.name} ${shortMoment(done.at)}：${note}` : `${shortMoment(dueAt)} 前`

/** Antibiotics above the tier of whoever prescribed them: for the head all of the clinic, else the person's own. */
export function OverstepList({ onOpen }: { onOpen: (id: string) => void }) {
  const found = useOversteps(false)
  const [finishing, setFinishing] = useState<OverstepRow | null>(null)
  const action = (row: OverstepRow) =>
    row.mayFinish && (
      <Button variant="row" size="sm" onClick={() => setFinishing(row)}>
        补办
      </Button>
    )
  const columns: Column<OverstepRow>[] = [
    { key: 'at', title: '日期', width: 118, numeric: true, render: (row) => shortMoment(row.prescribedAt) },
    { key: 'patient', title: '患者', width: 96, render: (row) => <b>{row.patientName}</b> },
    { key: 'doctor', title: '开方医生', width: 84, render: (row) => row.doctorName },
    { key: 'drugs', title: '药品', width: 120, render: drugs },
    {
      key: 'reason',
      title: '越级理由',
      render: (row) => (
        <span className="ellipsis" title={reasons(row)}>
          {reasons(row)}
        </span>
      ),
    },
    {
      key: 'done',
      title: '补办',
      width: 220,
      render: (row) => (
        <span className="ellipsis" title={due(row)}>
          {due(row)}
        </span>
      ),
    },
    { key: 'state', title: '状态', width: 96, render: (row) => <State row={row} /> },
    { key: 'action', title: '', width: 100, align: 'right', render: action },
  ]
  return (
    <>
      <DataTable
        label="越级使用"
        fill
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found)}
        onOpen={(row) => onOpen(row.id)}
        empty={
          <EmptyState
            layout="stack"
            icon="pill"
            title="没有越级使用抗菌药物的处方"
            hint="急诊处方里写明理由、限一日量的越级使用，会列在这里，24 小时内补办手续"
          />
        }
        mobile={(row) => (
          <span className={s.card}>
            <span className={s.cardLine}>
              <b>{row.patientName}</b>
              <State row={row} />
            </span>
            <span>{drugs(row)}</span>
            <span className="secondary t-13">{reasons(row)}</span>
            <span className={s.cardLine}>
              <span className="t-12 tertiary num">
                {row.doctorName} {shortMoment(row.prescribedAt)}　{due(row)}
              </span>
              {action(row)}
            </span>
          </span>
        )}
      />
      {finishing && <FinishDialog row={finishing} onClose={() => setFinishing(null)} />}
    </>
  )
}

function FinishDialog({ row, onClose }: { row: OverstepRow; onClose: () => void }) {
  const finish = useFinishOverstep()
  const [note, setNote] = useState('')
  return (
    <Dialog
      open
      title={`补办越级使用手续：${row.patientName}`}
      width={480}
      busy={finish.isPending}
      submitText="补办"
      submitDisabled={note.trim() === ''}
      onClose={onClose}
      onSubmit={() =>
        finish.mutate(
          { id: row.id, version: row.version, note: note.trim() },
          {
            onSuccess: () => {
              toast.success('已补办越级使用手续')
              onClose()
            },
            onError: (error) => toast.error(error.message),
          },
        )
      }
    >
      <div className={s.dialogFields}>
        <p className="secondary t-13">
          {drugs(row)}：{reasons(row)}
        </p>
        <Field label="补办说明" required>
          <TextArea
            autoFocus
            rows={3}
            maxLength={200}
            placeholder="用药指征，同意越级使用的上级医师"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
