import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { session } from '../../lib/session.ts'
import { Button, ErrorLine, Field, Notice, ScrollRegion, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import { Dialog, Pager, Select } from '../../ui/heavy.ts'
import { useHandOver, useOpenWork, useRemoveFromClinic, useSetEmployment, type Employee } from './hooks.ts'
import { minute } from './words.ts'
import s from './staff.module.css'

const words = {
  suspend: { title: '停职/休假', done: '已停职', button: '停职' },
  dismiss: { title: '离职', done: '已离职', button: '办理离职' },
  clinic: { title: '离开本门诊', done: '已离开本门诊', button: '离开本门诊' },
} as const
const kinds = { appointment: '预约', registration: '挂号', followUp: '随访' } as const

/** Ends or interrupts somebody's work. What they still have before them is listed and can be handed to others. */
export function LeaveDialog({
  employee,
  how,
  onClose,
}: {
  employee: Employee
  how: 'suspend' | 'dismiss' | 'clinic'
  onClose: () => void
}) {
  const here = session.get()?.clinicId ?? null
  const [page, setPage] = useState({ pageNum: 1, pageSize: 50 })
  const open = useOpenWork(employee.id, how === 'clinic' ? here : null, page)
  // What was handed over is gone: the page that was looked at may have nothing any more.
  if (open.data && page.pageNum > 1 && !open.isFetching && open.data.list.length === 0) setPage({ ...page, pageNum: 1 })
  const setEmployment = useSetEmployment()
  const removeFromClinic = useRemoveFromClinic()
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { title, done, button } = words[how]
  const busy = setEmployment.isPending || removeFromClinic.isPending
  const free = open.data?.total === 0
  const ended = {
    onSuccess: () => {
      toast.success(`${employee.name}${done}`)
      onClose()
    },
    onError: (error: Error) => {
      setFailure(error.message)
      void open.refetch()
    },
  }
  const submit = () => {
    setFailure(null)
    if (how === 'clinic') removeFromClinic.mutate({ id: employee.id, clinicId: here ?? '', reason }, ended)
    else
      setEmployment.mutate(
        { id: employee.id, version: employee.version, workStatus: how === 'suspend' ? 2 : 3, reason },
        ended,
      )
  }
  return (
    <Dialog
      open
      width={600}
      title={`${employee.name}：${title}`}
      onClose={onClose}
      onSubmit={submit}
      submitText={button}
      danger={how !== 'suspend'}
      submitDisabled={!free}
      busy={busy}
    >
      <div className={s.fields}>
        <p className="t-13 secondary">
          {how === 'suspend'
            ? '停职期间不能再被预约和挂号，账号仍可登录。'
            : how === 'dismiss'
              ? '离职后不能再被选为医生，登录立即失效；写过的病历和单据仍显示姓名。'
              : '只离开当前门诊，其他门诊的任职不变；在本门诊的登录立即失效。'}
        </p>
        {failure && <ErrorLine>{failure}</ErrorLine>}
        {open.error ? (
          <ErrorLine onRetry={() => void open.refetch()} retrying={open.isFetching}>
            未完成的工作没有读到：{open.error.message}
          </ErrorLine>
        ) : !open.data ? (
          <SkeletonRows rows={3} height={36} />
        ) : free ? (
          <Notice icon="check-circle">没有以后的预约、未结束的挂号和未完成的随访。</Notice>
        ) : (
          <OpenWork
            employee={employee}
            data={open.data}
            onPage={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
          />
        )}
        <Field label="原因">
          <TextField value={reason} maxLength={100} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}

const gifts = [
  {
    what: 'patients',
    label: '预约和挂号转给',
    who: '接手的医生',
    nobody: '本门诊没有其他医生',
    help: '时间不变；接手医生那时有别的患者或休息的，会留下并说明原因',
    to: 'doctors',
  },
  {
    what: 'followUps',
    label: '随访转给',
    who: '接手的同事',
    nobody: '本门诊没有其他同事',
    help: '计划时间和要点不变',
    to: 'colleagues',
  },
] as const

type Open = NonNullable<ReturnType<typeof useOpenWork>['data']>

function OpenWork({
  employee,
  data,
  onPage,
}: {
  employee: Employee
  data: Open
  onPage: (page: number, size: number) => void
}) {
  const [left, setLeft] = useState<ReadonlyMap<string, string>>(new Map())
  return (
    <>
      <Notice tone="wait" icon="alert">
        还有 {data.total} 项未完成，先转交给别人。
      </Notice>
      <ScrollRegion label="未完成的工作" className={s.work}>
        <ul>
          {data.list.map((each) => (
            <li key={each.id} className={s.workLine}>
              <span className="t-13 secondary">{kinds[each.kind]}</span>
              <span className="num">{minute(each.at)}</span>
              <span className="bold">{each.patientName}</span>
              <span className="t-13 secondary ellipsis">
                {[each.title, each.clinicName].filter(Boolean).join('　')}
              </span>
              {left.has(each.id) && <span className="t-13 danger">{left.get(each.id)}</span>}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {data.total > data.pageSize && (
        <Pager page={data.pageNum} pageSize={data.pageSize} total={data.total} noun="项" onChange={onPage} />
      )}
      {left.size > 0 && <ErrorLine>{left.size} 项没有转成，原因写在各项后面</ErrorLine>}
      {gifts
        .filter(({ what }) => data[what] > 0)
        .map((gift) => (
          <Give key={gift.what} employee={employee} {...gift} to={data[gift.to]} onLeft={setLeft} />
        ))}
    </>
  )
}

/** One line that gives everything of a kind to one person. */
function Give({
  employee,
  what,
  label,
  who,
  nobody,
  help,
  to,
  onLeft,
}: {
  employee: Employee
  what: 'patients' | 'followUps'
  label: string
  who: string
  nobody: string
  help: string
  to: readonly { id: string; name: string }[]
  /** What could not be given, with the reason of each. */
  onLeft: (left: ReadonlyMap<string, string>) => void
}) {
  const handOver = useHandOver()
  const [chosen, setChosen] = useState<string | null>(null)
  const [requestId, setRequestId] = useState(newRequestId)
  const [problem, setProblem] = useState<string | null>(null)
  const give = () => {
    if (!chosen) return setProblem(`请选择${who}`)
    setProblem(null)
    handOver.mutate(
      { id: employee.id, toEmployeeId: chosen, what, reason: '', requestId },
      {
        onSuccess: (answer) => {
          setRequestId(newRequestId())
          onLeft(new Map(answer.left.map((each) => [each.id, each.reason])))
          if (answer.done > 0) toast.success(`已转交 ${answer.done} 项`)
        },
        onError: (error) => setProblem(error.message),
      },
    )
  }
  return (
    <Field label={label} error={problem ?? undefined} help={help}>
      <div className={s.giveLine}>
        <Select
          label={who}
          placeholder={to.length === 0 ? nobody : who}
          searchable
          disabled={to.length === 0}
          options={to.map((each) => ({ value: each.id, label: each.name }))}
          value={chosen}
          onChange={(next) => {
            setChosen(next)
            setProblem(null)
          }}
        />
        <Button icon="transfer" busy={handOver.isPending} disabled={to.length === 0} onClick={give}>
          全部转交
        </Button>
      </div>
    </Field>
  )
}
