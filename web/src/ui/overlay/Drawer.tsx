import { Drawer as AntDrawer } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { useIsMobile } from '../hooks/useMediaQuery.ts'
import { AntTheme } from '../theme/antd.tsx'

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

/** Where typing begins in a drawer that has something to type. */
const FIRST =
  '[data-autofocus], input:not(:disabled, [type=hidden], [type=checkbox], [type=radio], [type=file]), textarea:not(:disabled)'
/** The drawer is gone after this many ms. */
const AFTER_MOTION = 260

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
  const [cameFrom, setCameFrom] = useState<Element | null>(null)
  if (open && cameFrom === null) setCameFrom(document.activeElement)
  useEffect(() => {
    if (open || cameFrom === null) return
    const timer = setTimeout(() => {
      const lost = document.activeElement === document.body || document.activeElement?.closest('.ant-drawer')
      if (lost && cameFrom instanceof HTMLElement) cameFrom.focus()
      setCameFrom(null)
    }, AFTER_MOTION)
    return () => clearTimeout(timer)
  }, [open, cameFrom])
  const content = useRef<HTMLDivElement>(null)
  const focusFirst = (now: boolean) => {
    if (!now || mobile || content.current?.contains(document.activeElement)) return
    // Without motion a field is drawn before the drawer is shown, and could not take the focus that it asked for.
    content.current?.querySelector<HTMLElement>(FIRST)?.focus()
  }
  return (
    <AntTheme>
      <AntDrawer
        open={open}
        title={title}
        onClose={onClose}
        extra={extra}
        footer={footer}
        size={mobile ? '100%' : width}
        placement={side}
        mask={{ closable: !sticky }}
        destroyOnHidden
        afterOpenChange={focusFirst}
        closable={{ placement: 'end', 'aria-label': '关闭' }}
        closeIcon={<Icon name="x" size={16} />}
        styles={{ header: { padding: '12px 20px' }, body: { padding: 20 } }}
      >
        <div ref={content} style={{ display: 'contents' }}>
          {children}
        </div>
      </AntDrawer>
    </AntTheme>
  )
}
