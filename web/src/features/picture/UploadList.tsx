import { MOST_AT_ONCE, pictureKindNames } from '@dentin/contract/picture'
import { ErrorLine, Meter, TextButton } from '../../ui/index.ts'
import type { Upload, useUploads } from './useUploads.ts'
import s from './picture.module.css'

const words: Record<Upload['state'], string> = {
  waiting: '等待',
  sending: '上传中',
  done: '已上传',
  twice: '已有这张，没有重复',
  failed: '没有传完',
  refused: '没有上传',
}

/** Files on their way, each with how far it has come and what is wrong with it. */
export function UploadList({ uploads: { list, leftOut, retry, clear } }: { uploads: ReturnType<typeof useUploads> }) {
  if (list.length === 0) return null
  const over = list.filter(({ state }) => state === 'done' || state === 'twice').length
  const failed = list.filter(({ state }) => state === 'failed').length
  const open = list.some(({ state }) => state === 'waiting' || state === 'sending')
  const shown = list.filter(({ state }) => state !== 'done')
  return (
    <div className={s.uploads} role="status" aria-label="上传进度">
      <div className={s.uploadHead}>
        <span className="t-13">
          {open ? '正在上传' : '上传完毕'} {over} / {list.length}
        </span>
        <Meter value={over / list.length} label="已传到的份额" />
        {!open && <TextButton onClick={clear}>收起</TextButton>}
      </div>
      {leftOut > 0 && (
        <ErrorLine>
          一次最多上传 {MOST_AT_ONCE} 张：其余 {leftOut} 张没有上传，请再选一次
        </ErrorLine>
      )}
      {failed > 0 && (
        <ErrorLine onRetry={retry}>{failed} 张因网络中断没有传完，恢复后自动继续，也可以现在重试</ErrorLine>
      )}
      {shown.length > 0 && (
        <ul className={s.files}>
          {shown.slice(0, 12).map((each) => (
            <li key={each.id}>
              <span className="ellipsis">{each.file.name}</span>
              <span className="tertiary">{each.problem ? '' : pictureKindNames[each.type]}</span>
              <span data-state={each.state}>
                {each.state === 'sending' ? `${Math.round(each.part * 100)}%` : (each.problem ?? words[each.state])}
              </span>
            </li>
          ))}
          {shown.length > 12 && <li className="tertiary">还有 {shown.length - 12} 张</li>}
        </ul>
      )}
    </div>
  )
}
