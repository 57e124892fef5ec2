import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError } from '../lib/client.ts'
import { useLost } from '../lib/offline.ts'
import { Button, EmptyState, Page, PageTitle } from '../ui/index.ts'
import { reloadForNewVersion } from './new-version.ts'

/** In the place of a page that could not be opened: the frame around it stays, and it is tried again when the line is back. */
export function PageError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const lost = useLost()
  const again = () => void navigate(`${pathname}${search}`, { replace: true })
  const wasLost = useRef(lost)
  useEffect(() => {
    if (!lost && wasLost.current) again()
    wasLost.current = lost
  })
  useEffect(() => {
    // Without a network the file is not gone, it can't be fetched.
    if (!lost) reloadForNewVersion(error)
  }, [error, lost])
  return (
    <Page>
      <PageTitle title={lost ? '离线' : '没有打开'} />
      <EmptyState
        layout="stack"
        icon={lost ? 'wifi-off' : 'alert-circle'}
        title={
          lost
            ? '这一页没有在这台设备上保存过'
            : error instanceof ApiError
              ? error.message
              : '页面没有打开，可能网络中断或版本已更新'
        }
        hint={lost ? '恢复连接后自动打开；左侧看过的页面仍可查看' : '已填写的内容保存在这台设备上'}
        action={
          <Button variant="primary" icon="refresh" onClick={again}>
            重试
          </Button>
        }
      />
    </Page>
  )
}
