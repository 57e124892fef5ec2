import { formatDateTime } from '@dentin/kit/datetime'
import { useSyncExternalStore } from 'react'
import { offline, useLost } from '../../lib/offline.ts'
import { shortMoment } from '../../lib/when.ts'
import { worker } from '../../lib/worker.ts'
import { Notice, TextButton } from '../../ui/index.ts'

/** Above the page: that there is no network and when the shown was seen; that a newer version waits. */
export function StatusBars() {
  const lost = useLost()
  const since = useSyncExternalStore(offline.subscribe, offline.since)
  const outdated = useSyncExternalStore(worker.subscribe, worker.isOutdated)
  return (
    <>
      {lost && (
        <Notice tone="wait" icon="wifi-off" edge>
          <strong>离线</strong>
          {since === null
            ? '　没有网络连接，恢复后自动更新'
            : `　显示的是 ${shortMoment(formatDateTime(new Date(since)))} 看到的内容，可以查看、继续写病历；恢复连接后自动更新`}
        </Notice>
      )}
      {outdated && (
        <Notice tone="brand" icon="refresh" edge action={<TextButton onClick={worker.renew}>刷新</TextButton>}>
          有新版本，点击刷新
        </Notice>
      )}
    </>
  )
}
