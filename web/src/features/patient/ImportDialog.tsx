import { patient as calls } from '@dentin/contract/patient'
import { useState } from 'react'
import { fetchFile, newRequestId } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/heavy.ts'
import { Button, EmptyState, ErrorLine, Meter, SkeletonRows, TextButton, toast } from '../../ui/index.ts'
import s from './import.module.css'
import { type Import, WRITING, DONE, CHECKING, UNCHECKED, attempt } from './ImportState.tsx'
import { FileButton } from './ImportFileButton.tsx'
import { Start } from './ImportStart.tsx'
import { Checked } from './ImportChecked.tsx'

/** Brings patients in from a sheet: template, upload with a check of every row, writing, and where they are then. */
export function ImportDialog({
  onClose,
  onShow,
  fileTo,
}: {
  onClose: () => void
  onShow: (groupId: string) => void
  /** The address of a file that is there already. */
  fileTo: (patientId: string) => string
}) {
  const [id, setId] = useState<string | null>(null)
  const latest = useCall(calls.importLatest, {})
  useLive(['patient'], [calls.importLatest, calls.importDetail, calls.importRows])
  // One that is being written is gone on with, wherever it was begun.
  const running = latest.data?.find((each) => each.status === WRITING)?.id ?? null
  const shown = id ?? running
  return (
    <Dialog open title="导入患者" width={960} onClose={onClose} footer={null}>
      {shown ? (
        <OneImport
          key={shown}
          id={shown}
          onAgain={() => setId(null)}
          onShow={onShow}
          again={running === null}
          fileTo={fileTo}
        />
      ) : (
        <Start
          latest={latest.data}
          error={latest.error}
          onRetry={() => void latest.refetch()}
          onOpen={setId}
          onShow={onShow}
        />
      )}
    </Dialog>
  )
}

function OneImport({
  id,
  onAgain,
  again,
  onShow,
  fileTo,
}: {
  id: string
  onAgain: () => void
  /** Another file may be taken now. */
  again: boolean
  onShow: (groupId: string) => void
  fileTo: (patientId: string) => string
}) {
  const { data, error, refetch } = useCall(calls.importDetail, { id }, { keep: false, refetchInterval: 3000 })
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>这次导入没有读到：{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={6} />
  if (data.status === WRITING) return <Writing of={data} />
  if (data.status === CHECKING || data.status === UNCHECKED) return <Checking of={data} onAgain={onAgain} />
  if (data.status === DONE)
    return (
      <EmptyState
        layout="stack"
        icon="check"
        title={`已导入 ${data.written} 位患者`}
        hint={
          [
            data.groupName && `都在分组“${data.groupName}”里`,
            data.bad > 0 && `有误的 ${data.bad} 行没有写入，下载后改好可以再导入`,
          ]
            .filter(Boolean)
            .join('；') || undefined
        }
        action={
          <div className={s.buttons}>
            {data.bad > 0 && data.rowsKept && (
              <FileButton fetch={() => fetchFile(calls.importErrors, { id: data.id })}>下载没有写入的行</FileButton>
            )}
            {again && <Button onClick={onAgain}>再导入一个文件</Button>}
            {data.groupId && (
              <Button variant="primary" onClick={() => onShow(data.groupId ?? '')}>
                看这些患者
              </Button>
            )}
          </div>
        }
      />
    )
  return <Checked of={data} onAgain={onAgain} fileTo={fileTo} />
}

/** A job of an import under way; one that stands still is put into the queue again. */
function UnderWay({
  title,
  meter,
  done,
  total,
  hint,
  onQueue,
}: {
  title: string
  meter: string
  done: number
  total: number
  hint: string
  onQueue: () => Promise<unknown>
}) {
  const goOn = async () => {
    if (await attempt(onQueue, '没有成功，请重试')) toast.success('已重新排队')
  }
  return (
    <div className={s.writing} role="status">
      <p className="t-16 bold">{title}</p>
      <Meter label={meter} value={total === 0 ? 0 : done / total} height={8} />
      <p className="t-13 secondary num">{hint}</p>
      <TextButton tone="quiet" onClick={() => void goOn()}>
        很久没有进展？重新排队
      </TextButton>
    </div>
  )
}

function Writing({ of }: { of: Import }) {
  const run = useSend(calls.importRun, { refresh: [calls.importDetail] })
  const [requestId] = useState(newRequestId)
  return (
    <UnderWay
      title={`正在写入 ${of.fileName}`}
      meter="写入进度"
      done={of.written}
      total={of.toWrite}
      hint={`已写入 ${of.written} / ${of.toWrite} 人。可以关闭这个窗口，导入会继续；中途断开也不会重复建档。`}
      onQueue={() => run.mutateAsync({ id: of.id, requestId })}
    />
  )
}

function Checking({ of, onAgain }: { of: Import; onAgain: () => void }) {
  const check = useSend(calls.importCheck, { refresh: [calls.importDetail, calls.importLatest] })
  const recheck = () => check.mutateAsync({ id: of.id })
  if (of.status === CHECKING)
    return (
      <UnderWay
        title={`正在检查 ${of.fileName}`}
        meter="检查进度"
        done={of.looked}
        total={of.total}
        hint={`已检查 ${of.looked} / ${of.total} 行。可以关闭这个窗口，检查会继续；现在还没有写入任何患者。`}
        onQueue={recheck}
      />
    )
  return (
    <EmptyState
      layout="stack"
      icon="alert-circle"
      title={`${of.fileName} 没有检查完`}
      hint={of.problem}
      action={
        <div className={s.buttons}>
          <Button icon="upload" onClick={onAgain}>
            重新上传
          </Button>
          <Button
            variant="primary"
            busy={check.isPending}
            onClick={() => void attempt(recheck, '没有开始检查，请重试')}
          >
            重新检查
          </Button>
        </div>
      }
    />
  )
}
