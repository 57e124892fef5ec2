import { patient as calls } from '@dentin/contract/patient'
import { fileRequestStatusNames, fileRequestStates } from '@dentin/contract/patient-sharing'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { DataTable, FormDialog, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Field,
  Segmented,
  Tag,
  TextArea,
  toast,
  Toolbar,
  urlEnum,
  useUrlState,
} from '../../ui/index.ts'
import s from './patient.module.css'

type Row = WireOutput<typeof calls.fileRequests>['list'][number]
const codecs = {
  direction: urlEnum(['in', 'out'], 'in'),
  state: urlEnum(['open', 'all'], 'open'),
  ...pageCodecs,
}
const tones = { 0: 'wait', 1: 'done', 2: 'danger' } as const

/** What other clinics ask of this one's files, and what this one asked of others. */
export function FileRequests() {
  const [state, set] = useUrlState(codecs)
  const [answering, setAnswering] = useState<{ row: Row; open: boolean } | null>(null)
  const answers = can('/allTimePatients:open')
  const direction = answers ? state.direction : 'out'
  useLive(['patient'], [calls.fileRequests])
  const found = useCall(calls.fileRequests, {
    direction: direction as 'in' | 'out',
    state: state.state as 'open' | 'all',
    pageNum: state.page,
    pageSize: state.size,
  })
  const columns: Column<Row>[] = [
    {
      key: 'who',
      title: '患者',
      width: 190,
      locked: true,
      render: (row) =>
        row.name ? (
          <span className={s.nameCell}>
            <span className={s.nameWords}>{row.name}</span>
            <span className={s.small}>{row.medicalNumber}</span>
          </span>
        ) : (
          <span className="tertiary">开放后显示</span>
        ),
    },
    {
      key: 'clinic',
      title: direction === 'in' ? '申请门诊' : '建档门诊',
      width: 150,
      render: (row) => (direction === 'in' ? row.askingClinicName : row.homeClinicName),
    },
    { key: 'reason', title: '原因', render: (row) => row.reason },
    { key: 'by', title: '申请人', width: 100, render: (row) => row.askedName },
    { key: 'at', title: '申请时间', width: 150, numeric: true, render: (row) => row.createdTime.slice(0, 16) },
    {
      key: 'status',
      title: '状态',
      width: 190,
      render: (row) => (
        <span title={row.answer}>
          <Tag tone={tones[row.status as 0]}>{fileRequestStatusNames[row.status]}</Tag>
          {row.answeredName && <span className={s.small}> {row.answeredName}</span>}
        </span>
      ),
    },
    ...(direction === 'in'
      ? [
          {
            key: 'do',
            title: '操作',
            width: 150,
            render: (row: Row) =>
              fileRequestStates.is(row.status, 'waiting') && (
                <>
                  <Button size="sm" variant="tint" onClick={() => setAnswering({ row, open: true })}>
                    开放
                  </Button>{' '}
                  <Button size="sm" onClick={() => setAnswering({ row, open: false })}>
                    拒绝
                  </Button>
                </>
              ),
          } satisfies Column<Row>,
        ]
      : []),
  ]
  return (
    <>
      <Toolbar className={s.filters}>
        {answers && (
          <Segmented
            label="方向"
            options={[
              { value: 'in', label: '向本店申请' },
              { value: 'out', label: '本店申请的' },
            ]}
            value={direction}
            onChange={(next) => set({ direction: next as 'in' | 'out', page: 1 })}
          />
        )}
        <Segmented
          label="状态"
          options={[
            { value: 'open', label: '待处理' },
            { value: 'all', label: '全部' },
          ]}
          value={state.state}
          onChange={(next) => set({ state: next as 'open' | 'all', page: 1 })}
        />
      </Toolbar>
      <DataTable<Row>
        label="档案开放申请"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, state, set, { noun: '份' })}
        empty={
          <EmptyState
            layout="stack"
            icon="building"
            title="没有申请"
            hint="各门诊不共享档案时，用完整手机号搜索，可以向建档门诊申请查看"
          />
        }
        mobile={(row) => (
          <div>
            <div className={s.cardLine}>
              <span className={s.nameWords}>{row.name ?? '开放后显示'}</span>
              <Tag tone={tones[row.status as 0]}>{fileRequestStatusNames[row.status]}</Tag>
            </div>
            <div className="t-13 secondary">
              {direction === 'in' ? row.askingClinicName : row.homeClinicName} {row.askedName}：{row.reason}
            </div>
            {direction === 'in' && fileRequestStates.is(row.status, 'waiting') && (
              <Button size="sm" variant="tint" onClick={() => setAnswering({ row, open: true })}>
                开放
              </Button>
            )}
          </div>
        )}
      />
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(null)} />}
    </>
  )
}

/** Opens a file to the clinic that asked, or says why not. */
function AnswerDialog({ row, open, onClose }: { row: Row; open: boolean; onClose: () => void }) {
  const answer = useSend(calls.answerFileRequest, { refresh: [calls.fileRequests] })
  const form = useCallForm(calls.answerFileRequest, {
    defaultValues: { id: row.id, version: row.version, open, answer: '' },
  })
  const submit = form.save(answer.mutateAsync, () => {
    toast.success(open ? `已向${row.askingClinicName}开放` : '已拒绝')
    onClose()
  })
  return (
    <FormDialog
      title={open ? `向${row.askingClinicName}开放 ${row.name ?? ''} 的档案` : '拒绝申请'}
      width={440}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText={open ? '开放' : '拒绝'}
    >
      {open && (
        <p className="t-13 secondary">开放后，{row.askingClinicName}可以查看这份档案和全部就诊历史；金额不会显示。</p>
      )}
      <Field label={open ? '说明' : '拒绝的原因'} required={!open} error={form.errorOf('answer')}>
        <TextArea rows={2} maxLength={200} {...form.register('answer')} />
      </Field>
    </FormDialog>
  )
}
