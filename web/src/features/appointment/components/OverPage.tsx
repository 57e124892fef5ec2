import { useId } from 'react'
import { useIsMobile } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/heavy.ts'
import { BookBody, type BookParts } from './BookFrame.tsx'
import s from './book.module.css'

/** Over another page; on the phone a page of its own. */
export function OverPage(parts: BookParts) {
  const form = useId()
  const phone = useIsMobile()
  return (
    <Drawer
      open
      sticky
      width={420}
      title={parts.label}
      onClose={parts.onClose}
      footer={<div className={phone ? s.phoneBar : s.drawerBar}>{parts.footer}</div>}
    >
      <BookBody id={form} {...parts} />
    </Drawer>
  )
}
