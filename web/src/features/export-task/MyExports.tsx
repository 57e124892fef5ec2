import { EXPORT_DAYS, exportTaskStates } from '@dentin/contract/export-task'
import { parseDateTime } from '@dentin/kit/datetime'
import { Fragment } from 'react'
import { present } from '../../lib/present.ts'
import { shortMoment } from '../../lib/when.ts'
import { Button, EmptyState, ErrorLine, Meter, Page, PageTitle, SkeletonRows, StatusTag } from '../../ui/index.ts'
import { useCancelExport, useExportTasks, useRetryExport, type Task } from './hooks.ts'
import { count, progressOf } from './model.ts'
import { TakeFile } from './TakeFile.tsx'
import s from './export-task.module.css'

const DAY_MS = 86_400_000
const MEGA = 1024 * 1024

/** 我的导出: what is made in the background for this person, and what came of it. */
export function MyExports({ employeeId }: { employeeId: string | null }) {
  const tasks = useExportTasks(employeeId)
  const active = tasks.data?.filter(({ status }) => exportTaskStates.is(status, 'active')).length ?? 0
  return (
    <Page scroll>
      <PageTitle sub={active > 0 ? `${active} 个还没完成` : undefined} />
      {tasks.data ? (
        tasks.data.length > 0 ? (
          <ul className={s.list} aria-label="我的导出" aria-busy={tasks.isFetching}>
            {tasks.data.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        ) : (
          <EmptyState
            layout="stack"
            icon="download"
            title="还没有后台导出"
            hint={`在列表或报表的「导出」旁选「后台导出」；较大的导出、份数较多的连续打印会自动转到这里，文件保留 ${EXPORT_DAYS} 天`}
          />
        )
      ) : tasks.error ? (
        <ErrorLine onRetry={() => void tasks.refetch()}>导出没有读到：{tasks.error.message}</ErrorLine>
      ) : (
        <SkeletonRows rows={4} double />
      )}
    </Page>
  )
}

const sizeOf = (bytes: number) =>
  bytes >= MEGA ? `${(bytes / MEGA).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`
/** How long a file is still there. */
function leftOf(expiresAt: string): string {
  const ms = parseDateTime(expiresAt).getTime() - present().getTime()
  return ms > DAY_MS ? `还保留 ${Math.ceil(ms / DAY_MS)} 天` : ms > 0 ? '24 小时内过期' : '已过期'
}

/** What is to be said of a task beside its state. */
function factsOf(task: Task): string[] {
  const { status, rowsExpected, unit, bytes, expiresAt, createdAt } = task
  const asked = `${shortMoment(createdAt)} 提交`
  if (exportTaskStates.is(status, 'done'))
    return [
      asked,
      ...(rowsExpected === null ? [] : [`${count(rowsExpected)} ${unit}`]),
      ...(bytes === null ? [] : [sizeOf(bytes)]),
      ...(expiresAt === null ? [] : [leftOf(expiresAt)]),
    ]
  if (exportTaskStates.is(status, 'running')) return [asked, progressOf(task)]
  return [asked]
}

function TaskRow({ task }: { task: Task }) {
  const cancel = useCancelExport()
  const retry = useRetryExport()
  const { id, title, fileName, status, rowsDone, rowsExpected, problem } = task
  return (
    <li className={s.task}>
      <div className={s.words}>
        <div className={s.head}>
          <b className={s.name}>{fileName ?? title}</b>
          <StatusTag kind={exportTaskStates} value={status} />
        </div>
        {exportTaskStates.is(status, 'running') && (
          <Meter label={`${title}的进度`} value={rowsExpected ? rowsDone / rowsExpected : 0} />
        )}
        <p className="t-13 secondary num">
          {factsOf(task).map((fact, n) => (
            <Fragment key={fact}>
              {n > 0 && ' · '}
              <span className={s.fact}>{fact}</span>
            </Fragment>
          ))}
        </p>
        {problem && <p className={s.problem}>{problem}</p>}
      </div>
      <div className={s.actions}>
        {exportTaskStates.may('download', status) && <TakeFile id={id} />}
        {exportTaskStates.may('cancel', status) && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            取消
          </Button>
        )}
        {exportTaskStates.may('retry', status) && (
          <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate({ id })}>
            重新导出
          </Button>
        )}
      </div>
    </li>
  )
}
