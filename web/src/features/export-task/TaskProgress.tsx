import { exportTaskStates } from '@dentin/contract/export-task'
import { Link } from 'react-router'
import { Meter } from '../../ui/index.ts'
import { useExportTasks, useWatchedTasks, type Task } from './hooks.ts'
import { progressOf } from './model.ts'
import { TakeFile } from './TakeFile.tsx'
import s from './export-task.module.css'

/** How far one task has come, beside what asked for it; its file when it is there. */
export function TaskProgress({ employeeId, task }: { employeeId: string | null; task: Task }) {
  const now = useExportTasks(employeeId).data?.find(({ id }) => id === task.id) ?? task
  const isActive = exportTaskStates.is(now.status, 'active')
  return (
    <span className={s.progress} role="status">
      <Link to="/myExports" className="t-13 num">
        后台生成：{progressOf(now)}
      </Link>
      {isActive && <Watched />}
      {isActive && <Meter label={`${now.title}的进度`} value={shareOf(now)} />}
      {now.problem && <span className={s.problem}>{now.problem}</span>}
      {exportTaskStates.may('download', now.status) && <TakeFile id={now.id} />}
    </span>
  )
}

/** Asks how far it has come, as long as something is to come. */
function Watched() {
  useWatchedTasks()
  return null
}

const shareOf = ({ rowsDone, rowsExpected }: Task) => (rowsExpected ? rowsDone / rowsExpected : 0)
