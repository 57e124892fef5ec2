import { formatDateTime } from '@dentin/kit/datetime'
import { useSyncExternalStore } from 'react'
import { offline } from '../../lib/offline.ts'
import { shortMoment } from '../../lib/when.ts'
import { worker } from '../../lib/worker.ts'
import { Notice, TextButton } from '../../ui/index.ts'

const online = {
  subscribe: (listener: () => void): (() => void) => {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
  get: () => navigator.onLine,
}

/** Above the page: that there is no network and when the shown was seen; that a newer version waits. */
export function StatusBars() {
  const connected = useSyncExternalStore(online.subscribe, online.get)
  const since = useSyncExternalStore(offline.subscribe, offline.since)
  const outdated = useSyncExternalStore(worker.subscribe, worker.isOutdated)
  return (
    <>
      {(since !== null || !connected) && (
        <Notice tone="wait" icon="wifi-off" edge>
          <strong>离线</strong>
          {since === null
            ? '　没有网络连接，恢复后自动更新'
            : `　显示的是 ${shortMoment(formatDateTime(new Date(since)))} 看到的内容，只能查看；恢复连接后自动更新`}
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
