import { Drawer as AntDrawer } from 'antd'
import { useRef, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { useIsMobile } from '../hooks/useMediaQuery.ts'

export interface DrawerProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** Right of the title. */
  extra?: ReactNode
  footer?: ReactNode
  /** Width in px, 480 unless said otherwise; the phone uses the whole width. */
  width?: number
  side?: 'left' | 'right'
  /** Clicking beside it does nothing, for forms with something typed in. */
  sticky?: boolean
  children: ReactNode
}

/** A panel over the page from its edge: more filters, a form, a look at something. Esc closes. */
export function Drawer({
  open,
  title,
  onClose,
  extra,
  footer,
  width = 480,
  side = 'right',
  sticky,
  children,
}: DrawerProps) {
  const mobile = useIsMobile()
  const cameFrom = useRef<Element | null>(null)
  if (open && cameFrom.current === null) cameFrom.current = document.activeElement
  const afterOpenChange = (now: boolean) => {
    if (now) return
    const lost = document.activeElement === document.body || document.activeElement?.closest('.ant-drawer')
    if (lost && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    cameFrom.current = null
  }
  return (
    <AntDrawer
      open={open}
      title={title}
      onClose={onClose}
      afterOpenChange={afterOpenChange}
      extra={extra}
      footer={footer}
      size={mobile ? '100%' : width}
      placement={side}
      mask={{ closable: !sticky }}
      destroyOnHidden
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      closeIcon={<Icon name="x" size={16} />}
      styles={{ header: { padding: '12px 20px' }, body: { padding: 20 } }}
    >
      {children}
    </AntDrawer>
  )
}
